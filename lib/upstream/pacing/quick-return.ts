/**
 * Decides whether a key that somebody else's burst has slowed may return to its rate quickly. Times are milliseconds
 * of a monotonic clock.
 */
export interface QuickReturn {
  /** Returns whether the rate rises quickly now. `factor` is the present fraction of the pack's rate. */
  isUnderWay(now: number, factor: number): boolean
  answered(factor: number): void
  /**
   * Returns the factor from which a quick try began if this refusal ends one, since the key went well there; null if
   * none was under way.
   */
  refused(now: number): number | null
}

/** Fraction of the pack's rate from which the slow way is quick enough. */
const BACK = 0.9
/** Number of windows that must be quiet. Every limiter has forgotten a burst after two. */
const QUIET_WINDOWS = 3
const QUIET_CALLS = 5
/** Number of good calls near the full rate that prove that nobody else uses the key any more. */
const PROVEN_CALLS = 150

/**
 * Creates the state for windows of this length. A burst ends at once, so a fall is made up for quickly after a few
 * quiet windows. If that is refused, somebody else is still sending: the rate falls back at most to where it was, and
 * only the slow way is left until nearly the full rate has gone well for long.
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
