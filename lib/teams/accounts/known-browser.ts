import { newId } from '@/lib/kernel'
import { type AccountParts, isSameSeal } from './parts'

/**
 * A browser in which an account has signed in, which carries a cookie that says so. The cookie opens nothing: it only
 * gives that browser its own tries for that account, so that strangers' wrong passwords cannot lock the person out.
 */
export interface KnownBrowser {
  readonly id: string
  readonly userId: string
  readonly passwordSeal: string
}

/** Time for which a browser stays known after its latest sign-in, in seconds. */
export const KNOWN_BROWSER_LIFE_S = 90 * 86_400

interface Account {
  readonly id: string
  readonly passwordHash: string
}

type BrowserParts = Pick<AccountParts, 'clock' | 'seals'>

/** Returns the cookie's value. A new password makes it worthless, because it contains a seal of the old one's hash. */
export function sealBrowserCookie({ clock, seals }: BrowserParts, account: Account, id = newId()): string {
  const issuedS = Math.floor(clock.now().getTime() / 1000)
  const text = [id, account.id, issuedS, seals.browser(account.passwordHash)].join('.')
  return `${text}.${seals.browser(text)}`
}

/** Reads a cookie that was made here and is not too old. Does not read the database. */
export function readBrowserCookie(
  { clock, seals }: BrowserParts,
  cookie: string | null,
): KnownBrowser | null {
  const [id, userId, issued, passwordSeal, proof, ...more] = cookie?.slice(0, 500).split('.') ?? []
  if (!id || !userId || !issued || !passwordSeal || !proof || more.length > 0) return null
  if (!isSameSeal(proof, seals.browser([id, userId, issued, passwordSeal].join('.')))) return null
  const ageS = clock.now().getTime() / 1000 - Number(issued)
  return ageS < KNOWN_BROWSER_LIFE_S ? { id, userId, passwordSeal } : null
}

/**
 * Returns the account of a cookie that was made here; null otherwise. Does not read the database. At the door places
 * are counted by account: each sign-in makes another browser known, so one person could otherwise fill everybody's
 * places with browsers.
 */
export const userOfBrowserCookie = (parts: BrowserParts, cookie: string): string | null =>
  readBrowserCookie(parts, cookie)?.userId ?? null

/** Returns whether the browser is known for this account with its present password. */
export const isBrowserKnownFor = (
  { seals }: BrowserParts,
  browser: KnownBrowser,
  account: Account | null,
): boolean =>
  account !== null &&
  account.id === browser.userId &&
  isSameSeal(browser.passwordSeal, seals.browser(account.passwordHash))
