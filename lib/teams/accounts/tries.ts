import { isIPv6 } from 'node:net'
import { AppError } from '@/lib/kernel'
import type { AccountParts } from './parts'
import { addAttempt, deleteAttempts, deleteExpiredAttempts, subtractAttempt } from './store'

/**
 * The kinds of counted tries. account: passwords for one e-mail address · source: passwords from one network address ·
 * browser: passwords from one known browser · current: current passwords of one signed-in person · invite: new
 * accounts by one link · reset: new passwords by one link · set-up: set-up tokens from one source.
 */
type TryKind = 'account' | 'source' | 'browser' | 'current' | 'invite' | 'reset' | 'set-up'

export interface AttemptSubject {
  readonly kind: TryKind
  readonly of: string
}

/** Length of a window, which begins with its first try. */
const TRY_WINDOW_MS = 15 * 60_000

const MAX_TRIES: Readonly<Record<TryKind, number>> = {
  account: 10,
  source: 100,
  browser: 10,
  current: 10,
  invite: 10,
  reset: 10,
  'set-up': 10,
}

type TryParts = Pick<AccountParts, 'db' | 'clock' | 'seals'>

const rowOf = ({ seals }: TryParts, { kind, of }: AttemptSubject) => ({
  kind,
  subject: seals.tried(`${kind} ${of}`),
})

/**
 * Counts a try before it is examined, so that simultaneous ones cannot all pass. Returns the number of seconds to
 * wait, or null if it is within the limit.
 */
export async function countAttempt(parts: TryParts, tried: AttemptSubject): Promise<number | null> {
  const nowMs = parts.clock.now().getTime()
  const { count, endsAtMs } = await addAttempt(parts.db, rowOf(parts, tried), nowMs, TRY_WINDOW_MS)
  return count <= MAX_TRIES[tried.kind] ? null : Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000))
}

/** Takes back one try that was right. */
export const refundAttempt = (parts: TryParts, tried: AttemptSubject) =>
  subtractAttempt(parts.db, rowOf(parts, tried))

/** Forgets all tries of a subject, after a right one. */
export const forgetAttempts = (parts: TryParts, tried: AttemptSubject) =>
  deleteAttempts(parts.db, rowOf(parts, tried))

/** Counts a try, for verbs that answer with an error; see `countAttempt`. */
export async function requireAllowedAttempt(parts: TryParts, tried: AttemptSubject): Promise<void> {
  const seconds = await countAttempt(parts, tried)
  if (seconds !== null)
    throw new AppError('rate_limited', `Too many tries. Try again in ${Math.ceil(seconds / 60)} minutes.`)
}

/**
 * Returns the source that a network address counts as: for an IPv6 address its /64, which one household or server has.
 */
export function rateLimitSource(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::', 2) ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...gap, ...back].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

const AT_ONCE = 1000

/** Deletes counts whose window is over, a thousand at a time. */
export async function deleteExpiredAttemptsInSteps({
  db,
  clock,
}: Pick<AccountParts, 'db' | 'clock'>): Promise<void> {
  while ((await deleteExpiredAttempts(db, clock.now().getTime(), AT_ONCE)) === AT_ONCE);
}
