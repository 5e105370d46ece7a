import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { Secret } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import { checkSession, noteAccountEvent, SESSION_LIFE_S, signIn, signOut } from '@/lib/teams/accounts'
import { SESSION_COOKIE } from './session-cookie'
import { mayTrySignIn, signInFailed, signInWorked } from './sign-in-limit'

/**
 * next-auth with e-mail and password. The token carries a session's id; its row decides at every request whether it is
 * still valid, so sign-out, a new password, another role or a removal take effect at once.
 */
export const authOptions: NextAuthOptions = {
  session: { strategy: 'jwt', maxAge: SESSION_LIFE_S, updateAge: 3600 },
  cookies: {
    // One fixed name: behind a proxy that ends TLS, proxy.ts could not guess next-auth's own prefix.
    sessionToken: {
      name: SESSION_COOKIE,
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps() },
    },
  },
  pages: { signIn: '/sign-in', error: '/sign-in' },
  logger: {
    error(code) {
      // A revoked or foreign cookie is not our error. No metadata: it may hold typed text.
      if (code !== 'JWT_SESSION_ERROR') currentRuntime().log.error({ code }, 'next-auth')
    },
    warn: () => undefined,
    debug: () => undefined,
  },
  providers: [
    CredentialsProvider({
      name: 'Password',
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      async authorize(given) {
        const { db, clock } = currentRuntime()
        const email = given?.email ?? ''
        const password = given?.password ?? ''
        if (email === '' || password === '' || email.length > 254 || password.length > 256) return null
        if (!(await mayTrySignIn(email))) {
          await noteAccountEvent(db, clock, { kind: 'sign-in-limited', email })
          return null
        }
        const person = await signIn(db, clock, email, new Secret(password))
        await (person ? signInWorked(email) : signInFailed(email))
        await noteAccountEvent(db, clock, { kind: person ? 'signed-in' : 'sign-in-failed', email })
        return person
      },
    }),
  ],
  callbacks: {
    async jwt({ token, user }) {
      if (user) return { ...token, sub: user.id, sid: user.sid }
      const { db, clock } = currentRuntime()
      const person = token.sid ? await checkSession(db, clock, token.sid) : null
      // next-auth answers a throw here with no session and clears the cookie.
      if (!person) throw new Error('session ended')
      return { ...token, name: person.name, email: person.email }
    },
    // next-auth's own throws on a text that is no address. Nothing of ours goes where it says.
    redirect: ({ baseUrl }) => baseUrl,
    session: ({ session, token }) => ({
      ...session,
      person: { id: token.sub ?? '', name: token.name ?? '', email: token.email ?? '', sid: token.sid ?? '' },
    }),
  },
  events: {
    async signOut({ token }) {
      const { db, clock } = currentRuntime()
      if (!token.sid) return
      await signOut(db, clock, token.sid)
      await noteAccountEvent(db, clock, { kind: 'signed-out', userId: token.sub })
    },
  },
}

function isHttps(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith('https://') ?? false
}
