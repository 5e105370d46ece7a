import 'server-only'
import NextAuth from 'next-auth'
import { authOptions } from './auth-options'
import { visitorOf } from './visitor'

/** Answers next-auth's own addresses: sign-in, sign-out, session, CSRF token. */
export const authHandler = (request: Request, context: unknown): Promise<Response> =>
  NextAuth(authOptions(visitorOf(request.headers).isHttps))(request, context)
