/** Whether refusals suggest that the pack allows another rate than is known. Milliseconds of a monotonic clock. */
export interface Suspicion {
  /** A call was refused; `leftAfterPause` unless it was under way when the pause began. True at most once a minute. */
  refused(now: number, leftAfterPause: boolean): boolean
}

const WITHIN_MS = 10_000
/** Refused together, while they were under way. */
const TOGETHER = 3
const EVERY_MS = 60_000
const NEVER = Number.NEGATIVE_INFINITY

/**
 * A key within its pack is refused once in a while, as by somebody else's burst. A refusal that follows another within
 * seconds, or several calls refused at once, may mean that the pack has changed. Asking costs one request.
 */
export function createSuspicion(): Suspicion {
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
