import 'server-only'
import NextAuth from 'next-auth'
import { authOptions } from './auth-options'
import { refuseCallback } from './callback-address'

const handle: (request: Request, context: unknown) => Promise<Response> = NextAuth(authOptions)

/** Answers next-auth's own addresses: sign-in, sign-out, session, CSRF token. */
export const authHandler = async (request: Request, context: unknown): Promise<Response> =>
  refuseCallback(request) ?? handle(request, context)
