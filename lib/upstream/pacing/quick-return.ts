/** Whether a key that somebody else's burst has slowed may return to its rate quickly. Milliseconds of a monotonic clock. */
export interface QuickReturn {
  /** Whether the rate rises quickly now; `factor` is the present one, as a part of the pack's. */
  isUnderWay(now: number, factor: number): boolean
  answered(factor: number): void
  /** Gives the factor from which a try began that this ends; null if none was under way. The key went well there. */
  refused(now: number): number | null
}

/** From this part of the pack's rate on, the slow way is quick enough. */
const BACK = 0.9
/** Each limiter has forgotten a burst after two windows. */
const QUIET_WINDOWS = 3
const QUIET_CALLS = 5
/** So many good calls near the full rate: nobody else uses the key any more. */
const PROVEN_CALLS = 150

/**
 * A burst is over at once, so a fall is made up for quickly once a few windows were quiet. If that is refused,
 * somebody else goes on: the rate falls back as far as it had been at most, and only the slow way is left until nearly
 * the full rate has gone well for long.
 */
export function createQuickReturn(windowMs: number): QuickReturn {
  const quietMs = QUIET_WINDOWS * Math.max(1000, windowMs)
  let state: 'ready' | 'trying' | 'given up' = 'ready'
  let from = 1
  let refusedAt = Number.NEGATIVE_INFINITY
  let goodCalls = 0
  let provenCalls = 0
  return {
    isUnderWay(now, factor) {
      const isQuiet = goodCalls >= QUIET_CALLS && now - refusedAt >= quietMs
      if (provenCalls >= PROVEN_CALLS) state = 'ready'
      else if (state === 'ready' && factor < BACK && isQuiet) {
        state = 'trying'
        from = factor
      }
      return state === 'trying' && factor < BACK
    },
    answered(factor) {
      goodCalls++
      if (factor >= BACK) provenCalls++
    },
    refused(now) {
      const hasFailed = state === 'trying'
      if (hasFailed) state = 'given up'
      refusedAt = now
      goodCalls = 0
      provenCalls = 0
      return hasFailed ? from : null
    },
  }
}
