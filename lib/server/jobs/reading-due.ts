import { DAY_MS } from '@/lib/platform/calendar'

const MINUTE_MS = 60_000
/** How long a wallet must have been quiet at least, so that the balance holds all that was charged, late charges too. */
const QUIET_MS = 60_000
/** How often a wallet is read that is in constant use. */
const BUSY_MS = 10 * MINUTE_MS
/** How often an idle wallet is read, in case somebody else uses it. */
const RESTING_MS = 60 * MINUTE_MS
/** A wallet unused for this long is not read. */
const FORGOTTEN_MS = 30 * DAY_MS

/** What decides whether to read a wallet's balance. */
export interface WalletUse {
  /** The last reading; null before the first. */
  readonly readAt: Date | null
  /** When its last call ended; null if it never had one. */
  readonly usedAt: Date | null
  /** Calls under way. */
  readonly open: number
  /** How late its charges show, as far as is known. */
  readonly settlingMs: number
  readonly now: Date
}

/**
 * Whether a balance reading is due: soon after each use, once the wallet is quiet; every ten minutes while it never is;
 * every hour while it is idle. A reading costs one request of a key's pace, and nothing else.
 */
export function isReadingDue({ readAt, usedAt, open, settlingMs, now }: WalletUse): boolean {
  const since = (at: Date | null) => (at === null ? Number.POSITIVE_INFINITY : now.getTime() - at.getTime())
  if (since(usedAt) > FORGOTTEN_MS) return false
  const quietMs = Math.max(QUIET_MS, settlingMs)
  // A reading that came sooner, such as a check just after a run, does not stand for the quiet one.
  const isUnread = usedAt !== null && (readAt === null || readAt.getTime() < usedAt.getTime() + quietMs)
  if (isUnread && open === 0 && since(usedAt) >= quietMs) return true
  // A reading from far ahead is of a clock that was wrong: waiting for that time would leave the wallet unread.
  return Math.abs(since(readAt)) >= (isUnread ? BUSY_MS : RESTING_MS)
}

/** How often the rate of a key in use is asked for: its pack may have grown. */
const RATE_MS = 50_000

/** What decides whether to ask for a key's rate; the moments are of one monotonic clock. */
interface KeyUse {
  /** Calls a second of late. */
  readonly achievedRate: number
  /** When it was asked for last, or was first seen in use. */
  readonly askedAt: number
  readonly now: number
}

/**
 * Whether a key's rate is due to be asked for: nearly every minute while the key is in use. That takes one of its requests,
 * a sixtieth of the slowest pack's, and writes nothing while the rate is the same.
 */
export const isRateDue = ({ achievedRate, askedAt, now }: KeyUse): boolean =>
  achievedRate > 0 && now - askedAt >= RATE_MS
