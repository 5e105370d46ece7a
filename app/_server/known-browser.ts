import 'server-only'
import { cookies } from 'next/headers'
import { KNOWN_BROWSER_LIFE_S } from '@/lib/teams/accounts'
import { BROWSER_COOKIE, cookieName } from './session-cookie'

/** Reads the cookie that says which account this browser belongs to; null if there is none. */
export const readKnownBrowser = async (isHttps: boolean): Promise<string | null> =>
  (await cookies()).get(cookieName(BROWSER_COOKIE, isHttps))?.value ?? null

/** Keeps the cookie for the next sign-in. Only in routes and actions. */
export async function keepKnownBrowser(value: string, isHttps: boolean): Promise<void> {
  const kept = {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isHttps,
    maxAge: KNOWN_BROWSER_LIFE_S,
  } as const
  ;(await cookies()).set(cookieName(BROWSER_COOKIE, isHttps), value, kept)
}
