import { DAY_MS } from '@/lib/platform/calendar'

const MINUTE_MS = 60_000
/** Minimum quiet time of a wallet before a reading, so that the balance includes all charges, even late ones. */
const QUIET_MS = 60_000
/** Interval of readings of a wallet in constant use. */
const BUSY_MS = 10 * MINUTE_MS
/** Interval of readings of an idle wallet, in case somebody else uses it. */
const RESTING_MS = 60 * MINUTE_MS
/** Idle time after which a wallet is not read any more. */
const FORGOTTEN_MS = 30 * DAY_MS

/** Facts that decide whether to read a wallet's balance. */
export interface WalletUse {
  /** Time of the last reading; null before the first. */
  readonly readAt: Date | null
  /** Time at which its last call ended; null if there was none. */
  readonly usedAt: Date | null
  /** Number of calls under way. */
  readonly open: number
  /** Longest known delay after which its charges show. */
  readonly settlingMs: number
  readonly now: Date
}

/**
 * Returns whether a balance reading is due: soon after each use, once the wallet is quiet; every ten minutes while it
 * never is; every hour while it is idle. A reading costs one request of a key's pace, and nothing else.
 */
export function isReadingDue({ readAt, usedAt, open, settlingMs, now }: WalletUse): boolean {
  const since = (at: Date | null) => (at === null ? Number.POSITIVE_INFINITY : now.getTime() - at.getTime())
  if (since(usedAt) > FORGOTTEN_MS) return false
  const quietMs = Math.max(QUIET_MS, settlingMs)
  // An earlier reading, such as a check just after a run, does not replace the quiet one.
  const isUnread = usedAt !== null && (readAt === null || readAt.getTime() < usedAt.getTime() + quietMs)
  if (isUnread && open === 0 && since(usedAt) >= quietMs) return true
  // A reading from far ahead was made by a wrong clock. Waiting for that time would leave the wallet unread.
  return Math.abs(since(readAt)) >= (isUnread ? BUSY_MS : RESTING_MS)
}

/** Interval of questions about the rate of a key in use, whose pack may have grown. */
const RATE_MS = 50_000

/** Facts that decide whether to ask for a key's rate. Times are of one monotonic clock. */
interface KeyUse {
  /** Recent calls per second. */
  readonly achievedRate: number
  /** When it was last asked for, or first seen in use. */
  readonly askedAt: number
  readonly now: number
}

/**
 * Returns whether to ask for a key's rate: nearly every minute while the key is in use. That takes one of its
 * requests, a sixtieth of the slowest pack's, and writes nothing while the rate stays the same.
 */
export const isRateDue = ({ achievedRate, askedAt, now }: KeyUse): boolean =>
  achievedRate > 0 && now - askedAt >= RATE_MS
