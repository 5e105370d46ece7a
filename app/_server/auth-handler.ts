import 'server-only'
import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from './auth-options'
import { refuseAuth } from './auth-refusals'
import { refuseCallback } from './callback-address'
import { visitorOf } from './visitor'

/** Answers next-auth's own routes: sign-in, sign-out, session, CSRF token. */
export const authHandler = async (request: NextRequest, context: unknown): Promise<Response> =>
  refuseAuth(request) ??
  refuseCallback(request) ??
  (NextAuth(authOptions(visitorOf(request.headers).isHttps))(request, context) as Promise<Response>)
