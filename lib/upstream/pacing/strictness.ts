/** Detects whether a key's limiter is stricter than a second at a time. Times are milliseconds of a monotonic clock. */
export interface Strictness {
  isStrict(now: number): boolean
  /**
   * Records that a call was refused; `isClose` if it followed another by less than the pack's gap. Returns true if the
   * key turned strict.
   */
  refused(now: number, isClose: boolean): boolean
}

const STRICT_AFTER = 5
const AGAIN_AFTER = 2
/** Times for windows of a second; longer windows scale them. */
const FORGET_MS = 6000
const FIRST_TERM_MS = 30_000
const MAX_TERM_MS = 600_000
const FORGET_TERM_MS = 1_200_000

/**
 * Creates the detector. A limiter that allows no burst refuses only calls that follow another too closely, as when
 * catching up. After several such refusals and hardly any others, calls are spaced without catching up. Somebody
 * else's calls with the key make the limiter refuse any of ours. After a term without refusals catching up is tried
 * again; each relapse doubles the term, up to ten minutes. Twenty quiet minutes shorten the term again.
 */
export function createStrictness(windowMs: number): Strictness {
  const times = Math.max(1, windowMs / 1000)
  let isStrict = false
  let evidence = 0
  let wasStrict = false
  let term = FIRST_TERM_MS
  let refusedAt = Number.NEGATIVE_INFINITY
  const passQuietTime = (now: number) => {
    const quiet = (now - refusedAt) / times
    if (quiet > FORGET_MS) evidence = 0
    if (isStrict && quiet > term) {
      isStrict = false
      wasStrict = true
      term = Math.min(2 * term, MAX_TERM_MS)
    }
    if (quiet > FORGET_TERM_MS) {
      term = FIRST_TERM_MS
      wasStrict = false
    }
  }
  return {
    isStrict(now) {
      passQuietTime(now)
      return isStrict
    },
    refused(now, isClose) {
      passQuietTime(now)
      evidence = isClose ? evidence + 1 : Math.max(0, evidence - 3)
      refusedAt = now
      if (isStrict || evidence < (wasStrict ? AGAIN_AFTER : STRICT_AFTER)) return false
      isStrict = true
      return true
    },
  }
}
