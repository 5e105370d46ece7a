import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { currentRuntime } from '@/lib/server/runtime'
import { SESSION_LIFE_S, signOut } from '@/lib/teams/accounts'
import { tellAccountEvent } from './account-events'
import { personOf } from './person-of'
import { cookieName, SESSION_COOKIE } from './session-cookie'
import { trySignIn } from './try-sign-in'
import { currentVisitor } from './visitor'

/**
 * Configures next-auth with e-mail and password. The token carries a session's id; at every request the session's row
 * decides whether it is still valid, so sign-out, a new password, another role or a removal take effect at once.
 */
export const authOptions = (isHttps: boolean): NextAuthOptions => ({
  session: { strategy: 'jwt', maxAge: SESSION_LIFE_S, updateAge: 3600 },
  useSecureCookies: isHttps,
  cookies: {
    sessionToken: {
      name: cookieName(SESSION_COOKIE, isHttps),
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps },
    },
  },
  pages: { signIn: '/sign-in', error: '/sign-in' },
  logger: {
    error(code) {
      // A revoked or foreign cookie is not our error. The metadata is left out: it may hold typed text.
      if (code !== 'JWT_SESSION_ERROR') currentRuntime().log.error({ code }, 'next-auth')
    },
    warn: () => undefined,
    debug: () => undefined,
  },
  providers: [
    CredentialsProvider({
      name: 'Password',
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      authorize: (given) => trySignIn(given?.email ?? '', given?.password ?? ''),
    }),
  ],
  callbacks: {
    // Purser chooses the destination itself; next-auth’s is never another host, whatever the URL says.
    redirect: ({ baseUrl }) => baseUrl,
    async jwt({ token, user }) {
      if (user) return { ...token, sub: user.id, sid: user.sid }
      const person = await personOf(token.sid)
      if (person === 'unchecked') return token
      // next-auth answers a throw here with no session and clears the cookie.
      if (!person) throw new Error('session ended')
      return { ...token, name: person.name, email: person.email }
    },
    // Scripts may read who is signed in, but not the session's id, which only the server needs.
    session: ({ session, token }) => ({
      expires: session.expires,
      person: { id: token.sub ?? '', name: token.name ?? '', email: token.email ?? '' },
    }),
  },
  events: {
    async signOut({ token }) {
      const { db, clock } = currentRuntime()
      if (!token.sid) return
      await signOut(db, clock, token.sid)
      await tellAccountEvent('signed-out', {
        userId: token.sub ?? '',
        source: (await currentVisitor()).source,
      })
    },
  },
})
