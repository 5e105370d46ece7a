import { DAY_MS } from '@/lib/platform/calendar'

const SECOND_MS = 1000
const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = DAY_MS
const SHORT_PAUSE_MS = 100
const MAX_SHORT_PAUSE_MS = 60 * SECOND_MS
/** From here on what is asked for is no window of a second, rounded up: it is waited out from the first refusal on. */
const LONG_MS = 2 * SECOND_MS
/** The longest pause that nobody asked for, except in windows that are longer. */
const MAX_GUESS_MS = 5 * 60 * SECOND_MS
const MAX_GUESS_OF_LONG_MS = 60 * 60 * SECOND_MS

interface PauseWanted {
  /** What the upstream asks for; null if nothing. */
  readonly askedMs: number | null
  /** How many calls in a row were refused that were the first after their pause. */
  readonly knocks: number
  /** The window in which the upstream counts. */
  readonly windowMs: number
}

/**
 * How long a key pauses after a 429. What the upstream asks for counts in full, but about a second in windows of a second:
 * then a tenth of one, until a call that waited for it is refused, too. Where nothing is asked for, or it did not help, each
 * pause is twice the one before.
 */
export function pauseFor({ askedMs, knocks, windowMs }: PauseWanted): number {
  const first = Math.min(Math.max(SECOND_MS, windowMs / 30), MAX_GUESS_MS)
  const asked = Math.min(Math.max(askedMs ?? first, MIN_PAUSE_MS), MAX_PAUSE_MS)
  const isLong = askedMs !== null && (askedMs >= LONG_MS || windowMs > SECOND_MS)
  if (knocks === 0 && !isLong)
    return Math.min(asked, Math.max(SHORT_PAUSE_MS, Math.min(windowMs / 100, MAX_SHORT_PAUSE_MS)))
  if (knocks < 2) return asked
  const most = Math.max(MAX_GUESS_MS, Math.min(windowMs, MAX_GUESS_OF_LONG_MS))
  return Math.max(asked, Math.min(first * 2 ** Math.min(knocks - 1, 20), most))
}
