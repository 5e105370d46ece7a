import Bowser from 'bowser'
import type { Secret } from '@/lib/kernel'
import { type Db, isStorageFailure, transaction } from '@/lib/platform/db'
import { isBrowserKnownFor, readBrowserCookie, sealBrowserCookie } from './known-browser'
import type { AccountParts } from './parts'
import { isPasswordCorrect, PASSWORD_TOO_LONG, passwordLengthFault } from './password'
import type { AccountView } from './schemas'
import { insertSession, lockUser, type NewSession, selectUser, selectUserByEmail } from './store'
import { type AttemptSubject, countAttempt, forgetAttempts, rateLimitSource, refundAttempt } from './tries'

/** Maximum duration of a sign-in, in seconds. */
export const SESSION_LIFE_S = 7 * 86_400

export interface SignInSuccess extends AccountView {
  readonly sid: string
}

export interface SignInAttempt {
  readonly email: string
  readonly password: Secret
  /** Network address that it comes from. */
  readonly source: string
  /** Cookie of a browser that has signed in before. */
  readonly browser: string | null
  /** Description that the browser sends of itself. */
  readonly userAgent: string | null
}

/** The outcome of a try. Only `signed-in` reveals whether there is such an account. */
export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly person: SignInSuccess; readonly browser: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable'; readonly cause: unknown }

const MAX_EMAIL_LENGTH = 254

/**
 * Checks e-mail and password and opens a session. The try is counted in the database before the password is compared,
 * by account and by source; a known browser has its own count.
 */
export async function signIn(parts: AccountParts, given: SignInAttempt): Promise<SignInOutcome> {
  const email = given.email.trim().toLowerCase()
  const password = given.password.reveal()
  if (
    email === '' ||
    email.length > MAX_EMAIL_LENGTH ||
    password === '' ||
    passwordLengthFault(password) === PASSWORD_TOO_LONG
  )
    return { kind: 'refused' }
  try {
    const known = await knownBrowser(parts, email, given.browser)
    const work = () => enter(parts, email, given, known)
    const done = await parts.hashing.run(known === null ? 'stranger' : 'known', work)
    return done?.result ?? { kind: 'busy' }
  } catch (cause) {
    if (!isStorageFailure(cause)) throw cause
    return { kind: 'unavailable', cause }
  }
}

/** Returns the id of the browser if this account has signed in there with its present password. */
async function knownBrowser(parts: AccountParts, email: string, cookie: string | null) {
  const browser = readBrowserCookie(parts, cookie)
  if (!browser) return null
  const user = await selectUserByEmail(parts.db, email)
  return isBrowserKnownFor(parts, browser, user) ? browser.id : null
}

async function enter(
  parts: AccountParts,
  email: string,
  { password, source, userAgent }: SignInAttempt,
  known: string | null,
): Promise<SignInOutcome> {
  const { db, clock } = parts
  const from: AttemptSubject = { kind: 'source', of: rateLimitSource(source) }
  const own: AttemptSubject =
    known === null ? { kind: 'account', of: email } : { kind: 'browser', of: `${known} ${email}` }
  const seconds =
    (known === null ? await countAttempt(parts, from) : null) ?? (await countAttempt(parts, own))
  if (seconds !== null) return { kind: 'wait', seconds }
  const user = await selectUserByEmail(db, email)
  const fits = await isPasswordCorrect(user?.passwordHash ?? null, password.reveal())
  // A disabled account looks like a wrong password.
  if (!user || !fits || user.disabledAt) return { kind: 'refused' }
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFE_S * 1000)
  const sid = await openSession(db, user.passwordHash, {
    userId: user.id,
    createdAt,
    expiresAt,
    userAgent: boundedText(userAgent),
    source: boundedText(source),
  })
  if (sid === null) return { kind: 'refused' }
  await forgetAttempts(parts, own)
  // Its other tries stay counted, so that an account's owner cannot guess others' passwords between sign-ins of their
  // own.
  if (known === null) await refundAttempt(parts, from)
  const person = { id: user.id, name: user.name, email: user.email, sid }
  return { kind: 'signed-in', person, browser: sealBrowserCookie(parts, user, known ?? undefined) }
}

/** Returns the new session's id; null if the account was disabled or got another password during the comparison. */
const openSession = (db: Db, passwordHash: string, row: NewSession): Promise<string | null> =>
  transaction(db, async (tx) => {
    await lockUser(tx, row.userId)
    const user = await selectUser(tx, row.userId)
    if (!user || user.disabledAt || user.passwordHash !== passwordHash) return null
    return (await insertSession(tx, row)).id
  })

const MAX_TEXT = 300

/** Truncates what a browser says of itself to what is worth storing. */
const boundedText = (text: string | null | undefined): string | null => text?.slice(0, MAX_TEXT) || null

/** Describes a device, as "Firefox on Linux". A browser may claim anything: this helps memory and proves nothing. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return 'Unknown device'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
