import 'server-only'
import type { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { authOptions } from './auth-options'
import { refuseAuth } from './auth-refusals'
import { refuseCallback } from './callback-address'
import { visitorOf } from './visitor'

/** Scripts may read who is signed in, but not the session's id: only the server's own code needs it. */
const forScripts = (isHttps: boolean): NextAuthOptions => {
  const options = authOptions(isHttps)
  return {
    ...options,
    callbacks: {
      ...options.callbacks,
      session: ({ session, token }) => ({
        expires: session.expires,
        person: { id: token.sub ?? '', name: token.name ?? '', email: token.email ?? '' },
      }),
    },
  }
}

/** Answers next-auth's own addresses: sign-in, sign-out, session, CSRF token. */
export const authHandler = async (request: NextRequest, context: unknown): Promise<Response> =>
  refuseAuth(request) ??
  refuseCallback(request) ??
  (NextAuth(forScripts(visitorOf(request.headers).isHttps))(request, context) as Promise<Response>)
