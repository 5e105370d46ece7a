/**
 * Detects refusals that suggest that the pack allows another rate than is known. Times are milliseconds of a monotonic
 * clock.
 */
export interface RateSuspicion {
  /**
   * Records that a call was refused; `leftAfterPause` is false if it was under way when the pause began. Returns true
   * at most once a minute.
   */
  refused(now: number, leftAfterPause: boolean): boolean
}

const WITHIN_MS = 10_000
/** Number of calls refused together, while they were under way. */
const TOGETHER = 3
const EVERY_MS = 60_000
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Creates the detector. A key within its pack is refused occasionally, as by somebody else's burst. A refusal that
 * follows another within seconds, or several calls refused at once, may mean that the pack has changed. Asking costs
 * one request.
 */
export function createRateSuspicion(): RateSuspicion {
  let pausedAt = NEVER
  let together = 0
  let raisedAt = NEVER
  return {
    refused(now, leftAfterPause) {
      together = leftAfterPause ? 1 : together + 1
      const isSuspect = together >= TOGETHER || (leftAfterPause && now - pausedAt <= WITHIN_MS)
      if (leftAfterPause) pausedAt = now
      if (!isSuspect || now - raisedAt < EVERY_MS) return false
      raisedAt = now
      return true
    },
  }
}
