import { DAY_MS } from '@/lib/platform/calendar'

const SECOND_MS = 1000
const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = DAY_MS
const SHORT_PAUSE_MS = 100
const MAX_SHORT_PAUSE_MS = 60 * SECOND_MS
/**
 * Minimum retry-after that cannot be a window of a second, rounded up, and is therefore waited out from the first
 * refusal on.
 */
const LONG_MS = 2 * SECOND_MS
/** Maximum pause that the upstream did not ask for, except in longer windows. */
const MAX_GUESS_MS = 5 * 60 * SECOND_MS
const MAX_GUESS_OF_LONG_MS = 60 * 60 * SECOND_MS

interface PauseWanted {
  /** The pause that the upstream asks for; null if none. */
  readonly askedMs: number | null
  /** Number of consecutive refusals of the first call after a pause. */
  readonly knocks: number
  /** Window in which the upstream counts. */
  readonly windowMs: number
}

/**
 * Returns how long a key pauses after a 429. A requested pause counts in full, except one of about a second in windows
 * of a second: it is cut to a tenth until a call that waited for it is refused too. If no pause is requested, or one
 * so short that it did not help, each pause is twice the previous one.
 */
export function pauseFor({ askedMs, knocks, windowMs }: PauseWanted): number {
  const first = Math.min(Math.max(SECOND_MS, windowMs / 30), MAX_GUESS_MS)
  const asked = Math.min(Math.max(askedMs ?? first, MIN_PAUSE_MS), MAX_PAUSE_MS)
  const isLong = askedMs !== null && (askedMs >= LONG_MS || windowMs > SECOND_MS)
  if (knocks === 0 && !isLong)
    return Math.min(asked, Math.max(SHORT_PAUSE_MS, Math.min(windowMs / 100, MAX_SHORT_PAUSE_MS)))
  if (knocks < 2 || (askedMs !== null && asked >= first)) return asked
  const most = Math.max(MAX_GUESS_MS, Math.min(windowMs, MAX_GUESS_OF_LONG_MS))
  return Math.max(asked, Math.min(first * 2 ** Math.min(knocks - 1, 20), most))
}
