import { isIPv6 } from 'node:net'
import { AppError } from '@/lib/kernel'
import type { AccountParts } from './parts'
import { addTry, deleteOldTries, deleteTries, takeTryBack } from './store'

/**
 * The kinds of counted tries. account: passwords for one e-mail address · source: passwords from one network address ·
 * browser: passwords from one known browser · current: current passwords of one signed-in person · invite: new
 * accounts by one link · reset: new passwords by one link · set-up: set-up tokens from one source.
 */
type TryKind = 'account' | 'source' | 'browser' | 'current' | 'invite' | 'reset' | 'set-up'

export interface Tried {
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

const rowOf = ({ seals }: TryParts, { kind, of }: Tried) => ({ kind, subject: seals.tried(`${kind} ${of}`) })

/**
 * Counts a try before it is examined, so that simultaneous ones cannot all pass. Returns the number of seconds to
 * wait, or null if it is within the limit.
 */
export async function countTry(parts: TryParts, tried: Tried): Promise<number | null> {
  const nowMs = parts.clock.now().getTime()
  const { count, endsAtMs } = await addTry(parts.db, rowOf(parts, tried), nowMs, TRY_WINDOW_MS)
  return count <= MAX_TRIES[tried.kind] ? null : Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000))
}

/** Takes back one try that was right. */
export const giveTryBack = (parts: TryParts, tried: Tried) => takeTryBack(parts.db, rowOf(parts, tried))

/** Forgets all tries of a subject, after a right one. */
export const forgetTries = (parts: TryParts, tried: Tried) => deleteTries(parts.db, rowOf(parts, tried))

/** Counts a try, for verbs that answer with an error; see `countTry`. */
export async function requireTry(parts: TryParts, tried: Tried): Promise<void> {
  const seconds = await countTry(parts, tried)
  if (seconds !== null)
    throw new AppError('rate_limited', `Too many tries. Try again in ${Math.ceil(seconds / 60)} minutes.`)
}

/**
 * Returns the source that a network address counts as: for an IPv6 address its /64, which one household or server has.
 */
export function sourceOf(address: string): string {
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
export async function deleteOverTries({ db, clock }: Pick<AccountParts, 'db' | 'clock'>): Promise<void> {
  while ((await deleteOldTries(db, clock.now().getTime(), AT_ONCE)) === AT_ONCE);
}
