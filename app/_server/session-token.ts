import type { NextRequest } from 'next/server'
import { decode, getToken, type JWT, type JWTDecodeParams } from 'next-auth/jwt'
import { createCache } from '@/lib/platform/cache'
import { processSingleton } from '@/lib/platform/process'
import { hashToken } from '@/lib/platform/vault'

/** Name of the session cookie without https. */
export const SESSION_COOKIE = 'purser.session'

/** Name of the cookie that marks a browser in which the account has signed in before. */
export const BROWSER_COOKIE = 'purser.browser'

/**
 * Returns a cookie's name. With https it has the prefix that keeps other hosts, and http, from setting it. The door
 * says whether a visitor comes by https; next-auth could not tell behind a proxy.
 */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name)

/** Returns the name of the session cookie, by a request's headers. Also for proxy.ts. */
export const sessionCookieOf = (given: Pick<Headers, 'get'>): string =>
  cookieName(SESSION_COOKIE, given.get('x-purser-https') === 'yes')

/**
 * Opened tokens: a browser sends the same one for minutes, and opening it takes as long as reading its session's row.
 */
const opened = processSingleton('opened-tokens', () => createCache<JWT>({ max: 2000 }))

/**
 * Returns the contents of a session's sealed token; null if it is not ours or too old. Whether its session is still
 * valid must be checked each time.
 */
export async function openSessionToken({ token, secret }: JWTDecodeParams): Promise<JWT | null> {
  if (!token || !secret) return null
  const name = hashToken(`${String(secret)} ${token}`)
  const known = opened.get(name)
  if (known && isFresh(known)) return known
  const said = await decode({ token, secret }).catch(() => null)
  if (said) opened.set(name, said)
  return said
}

const isFresh = ({ exp }: JWT): boolean => typeof exp === 'number' && exp * 1000 > Date.now()

/**
 * Returns whether the request carries a token of ours. Pages and actions check its session again; this only saves a
 * round trip.
 */
export const hasSessionToken = async (request: NextRequest): Promise<boolean> =>
  (await getToken({
    req: request,
    cookieName: sessionCookieOf(request.headers),
    decode: openSessionToken,
  })) !== null
