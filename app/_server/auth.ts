import 'server-only'
import { cookies, headers } from 'next/headers'
import type { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { z } from 'zod'
import { Secret } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import {
  type AccountEvent,
  changePassword,
  type changePasswordInput,
  KNOWN_BROWSER_LIFE_S,
  recordAccountEvent,
  SESSION_LIFE_S,
  type SignInOutcome,
  type SignInSuccess,
  signIn,
  signOut,
} from '@/lib/teams/accounts'
import { refuseAuth, refuseCallback } from './auth-refusals'
import { currentVisitor, personOfSession, type Visitor, visitorOf } from './context'
import { BROWSER_COOKIE, cookieName, SESSION_COOKIE } from './session-token'

/** Answers next-auth's own routes: sign-in, sign-out, session, CSRF token. */
export const authHandler = async (request: NextRequest, context: unknown): Promise<Response> =>
  refuseAuth(request) ??
  refuseCallback(request) ??
  (NextAuth(authOptions(visitorOf(request.headers).isHttps))(request, context) as Promise<Response>)

/**
 * Configures next-auth with e-mail and password. The token carries a session's id; at every request the session's row
 * decides whether it is still valid, so sign-out, a new password, another role or a removal take effect at once.
 */
const authOptions = (isHttps: boolean): NextAuthOptions => ({
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
      const person = await personOfSession(token.sid)
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

const EVENTS: Record<SignInOutcome['kind'], DoorEvent | null> = {
  'signed-in': 'signed-in',
  refused: 'sign-in-failed',
  wait: 'sign-in-limited',
  busy: 'sign-in-limited',
  unavailable: null,
}

/**
 * Signs a visitor in for next-auth: returns the person, or null if the password does not match. Throws an error whose
 * text is the outcome, such as `wait-540`: next-auth passes it to the form (client-auth.ts).
 */
async function trySignIn(email: string, password: string): Promise<SignInSuccess | null> {
  const { accounts, log } = currentRuntime()
  const { source, isHttps } = await currentVisitor()
  const browser = await readKnownBrowser(isHttps)
  const userAgent = (await headers()).get('user-agent')
  const given = { email, password: new Secret(password), source, browser, userAgent }
  const outcome = await signIn(accounts, given).catch(
    (cause: unknown): SignInOutcome => ({ kind: 'unavailable', cause }),
  )
  const event = EVENTS[outcome.kind]
  const subject = outcome.kind === 'signed-in' ? { userId: outcome.person.id } : { email }
  if (event) await tellAccountEvent(event, { ...subject, source })
  if (outcome.kind === 'refused') return null
  if (outcome.kind === 'wait') throw new Error(`wait-${outcome.seconds}`)
  if (outcome.kind === 'unavailable') log.error({ err: outcome.cause }, 'sign-in failed')
  if (outcome.kind !== 'signed-in') throw new Error(outcome.kind)
  await keepKnownBrowser(outcome.browser, isHttps)
  return outcome.person
}

/** Events at sign-in and sign-out. `sign-in-limited`: too many attempts, so no password was compared. */
type DoorEvent = 'signed-in' | 'sign-in-failed' | 'sign-in-limited' | 'signed-out'

/**
 * Records an event in the installation's audit log and in the log; never a password or a session's id. An entry that
 * cannot be written locks nobody out.
 */
async function tellAccountEvent(
  kind: DoorEvent,
  about: Pick<AccountEvent, 'userId' | 'email' | 'source'>,
): Promise<void> {
  const { db, clock, log } = currentRuntime()
  log.info({ event: kind, userId: about.userId, source: about.source }, 'account')
  await recordAccountEvent(db, clock, { kind, ...about }).catch((err: unknown) =>
    log.error({ err, event: kind }, 'no audit entry was written'),
  )
}

/** Reads the cookie that says which account this browser belongs to; null if there is none. */
const readKnownBrowser = async (isHttps: boolean): Promise<string | null> =>
  (await cookies()).get(cookieName(BROWSER_COOKIE, isHttps))?.value ?? null

/** Keeps the cookie for the next sign-in. Only in routes and actions. */
async function keepKnownBrowser(value: string, isHttps: boolean): Promise<void> {
  const kept = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isHttps,
    maxAge: KNOWN_BROWSER_LIFE_S,
  } as const
  ;(await cookies()).set(cookieName(BROWSER_COOKIE, isHttps), value, kept)
}

/** Changes the password, and keeps this browser known under the new one. */
export async function changePasswordInBrowser(
  person: SignInSuccess,
  { isHttps }: Visitor,
  input: z.output<typeof changePasswordInput>,
): Promise<void> {
  const { browser } = await changePassword(currentRuntime().accounts, person, input)
  await keepKnownBrowser(browser, isHttps)
}
