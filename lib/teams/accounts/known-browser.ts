import { newId } from '@/lib/kernel'
import { type AccountParts, isSame } from './parts'

/**
 * A browser in which an account has signed in carries a cookie that says so. It opens nothing: it only gives that browser
 * tries of its own for that account, so that strangers' wrong passwords cannot keep the person out.
 */
export interface KnownBrowser {
  readonly id: string
  readonly userId: string
  readonly passwordSeal: string
}

/** How long a browser is known after its latest sign-in, in seconds. */
export const KNOWN_BROWSER_LIFE_S = 90 * 86_400

interface Account {
  readonly id: string
  readonly passwordHash: string
}

type BrowserParts = Pick<AccountParts, 'clock' | 'seals'>

/** The cookie's value. A new password makes it worthless, since it names a seal of the old one's hash. */
export function sealBrowser({ clock, seals }: BrowserParts, account: Account, id = newId()): string {
  const issuedS = Math.floor(clock.now().getTime() / 1000)
  const text = [id, account.id, issuedS, seals.browser(account.passwordHash)].join('.')
  return `${text}.${seals.browser(text)}`
}

/** Reads a cookie that was made here and is not too old; asks no database. */
export function readBrowser({ clock, seals }: BrowserParts, cookie: string | null): KnownBrowser | null {
  const [id, userId, issued, passwordSeal, proof, ...more] = cookie?.slice(0, 500).split('.') ?? []
  if (!id || !userId || !issued || !passwordSeal || !proof || more.length > 0) return null
  if (!isSame(proof, seals.browser([id, userId, issued, passwordSeal].join('.')))) return null
  const ageS = clock.now().getTime() / 1000 - Number(issued)
  return ageS < KNOWN_BROWSER_LIFE_S ? { id, userId, passwordSeal } : null
}

/**
 * The account of a cookie that was made here; null otherwise. Asks no database. At the door an account has its places:
 * each sign-in makes another browser known, so that one person could fill those of all with browsers.
 */
export const knownBrowserUser = (parts: BrowserParts, cookie: string): string | null =>
  readBrowser(parts, cookie)?.userId ?? null

/** Whether the browser is known for this account, with the password that it has now. */
export const isKnownFor = (
  { seals }: BrowserParts,
  browser: KnownBrowser,
  account: Account | null,
): boolean =>
  account !== null &&
  account.id === browser.userId &&
  isSame(browser.passwordSeal, seals.browser(account.passwordHash))
