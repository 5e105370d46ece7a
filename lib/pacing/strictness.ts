/** Whether a key's limiter counts more strictly than a second at a time. Milliseconds of a monotonic clock. */
export interface Strictness {
  isStrict(now: number): boolean
  /** A call was refused, `isEarly` when the second before held clearly less than the pack allows. True if it turned strict. */
  refused(now: number, isEarly: boolean): boolean
}

const STRICT_AFTER = 4
const FORGET_EARLY_MS = 6000
const FIRST_TERM_MS = 12_000
const LONGEST_TERM_MS = 600_000
const FORGET_TERM_MS = 1_200_000

/**
 * Refusals that go on below the pack's rate mean spacing without any catching up, until a term has passed without
 * one: they may have been someone else's calls with the same key. Each relapse doubles the term, up to ten minutes;
 * twenty quiet minutes make it short again.
 */
export function createStrictness(): Strictness {
  let isStrict = false
  let early = 0
  let term = FIRST_TERM_MS
  let refusedAt = Number.NEGATIVE_INFINITY
  const passQuietTime = (now: number) => {
    const quiet = now - refusedAt
    if (quiet > FORGET_EARLY_MS) early = 0
    if (isStrict && quiet > term) {
      isStrict = false
      term = Math.min(2 * term, LONGEST_TERM_MS)
    }
    if (quiet > FORGET_TERM_MS) term = FIRST_TERM_MS
  }
  return {
    isStrict(now) {
      passQuietTime(now)
      return isStrict
    },
    refused(now, isEarly) {
      passQuietTime(now)
      early = isEarly ? early + 1 : 0
      refusedAt = now
      if (isStrict || early < STRICT_AFTER) return false
      isStrict = true
      return true
    },
  }
}
