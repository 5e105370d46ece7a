import type { NextRequest } from 'next/server'
import { getToken } from 'next-auth/jwt'
import { openToken } from './open-token'
import { sessionCookieOf } from './session-cookie'

/**
 * Returns whether the request carries a token of ours. Pages and actions check its session again; this only saves a
 * round trip.
 */
export const hasToken = async (request: NextRequest): Promise<boolean> =>
  (await getToken({
    req: request,
    cookieName: sessionCookieOf(request.headers),
    decode: openToken,
  })) !== null
