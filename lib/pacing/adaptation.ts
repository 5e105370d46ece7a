/** How a key's rate and pauses follow the upstream's 429s. All times are milliseconds of a monotonic clock. */
export interface Adaptation {
  /** Part of the pack's rate to use at present. */
  factor(now: number): number
  /** Nothing leaves before this moment. */
  readonly pausedUntil: number
  readonly isStrict: boolean
  /** A call was answered other than by 429. */
  answered(now: number): void
  /** A call was refused. `sentLastSecond` tells whether the limiter counts more strictly than the pack says. */
  refused(now: number, retryAfterMs: number | null, sentLastSecond: number): void
}

const FULL = 0.98
const STRICT = 0.9
const FLOOR = 0.05
const SHORTEST_PAUSE_MS = 50
const SHORT_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 60_000
const DEFAULT_RETRY_MS = 1000
const LOWER_AT_MOST_EVERY_MS = 1000
const HISTORY_MS = 1500
const QUIET_MS = 6000
const RECOVERY_PER_S = 0.005
const QUIET_RECOVERY_PER_S = 0.02
const STRICT_AFTER_REFUSALS = 4

/**
 * After a 429 the key pauses briefly and slows to just below what was last answered well; it recovers by itself. If
 * the first call after the pause is refused too, the upstream's whole retry-after counts. If refusals go on although
 * the pack's rate was not reached, the limiter counts strictly, and so do we.
 */
export function createAdaptation(packRate: number, startedAt: number): Adaptation {
  let factor = FULL
  let changedAt = startedAt
  let loweredAt = Number.NEGATIVE_INFINITY
  let refusedAt = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY
  let isFirstAfterPause = false
  let isStrict = false
  let earlyRefusals = 0
  const good: number[] = []

  const ceiling = () => (isStrict ? STRICT : FULL)
  const recover = (now: number) => {
    const seconds = Math.max(0, now - changedAt) / 1000
    const perSecond = now - refusedAt > QUIET_MS ? QUIET_RECOVERY_PER_S : RECOVERY_PER_S
    factor = Math.min(ceiling(), factor + seconds * perSecond)
    changedAt = now
  }
  /** Answers a second over the last seconds, as a part of the pack's rate; null without enough history. */
  const goodShare = (now: number): number | null => {
    while (good[0] !== undefined && good[0] < now - 2 * HISTORY_MS) good.shift()
    const first = good[0]
    if (first === undefined || now - first < HISTORY_MS) return null
    return good.length / ((now - first) / 1000) / packRate
  }

  return {
    factor(now) {
      recover(now)
      return factor
    },
    get pausedUntil() {
      return pausedUntil
    },
    get isStrict() {
      return isStrict
    },
    answered(now) {
      good.push(now)
      isFirstAfterPause = false
    },
    refused(now, retryAfterMs, sentLastSecond) {
      recover(now)
      const asked = Math.min(Math.max(retryAfterMs ?? DEFAULT_RETRY_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
      const pause = isFirstAfterPause ? asked : Math.min(asked, SHORT_PAUSE_MS)
      // Calls that were under way when the pause began say nothing about what comes after it.
      if (now >= pausedUntil) isFirstAfterPause = true
      pausedUntil = Math.max(pausedUntil, now + pause)
      refusedAt = now
      earlyRefusals = sentLastSecond < STRICT * packRate ? earlyRefusals + 1 : 0
      if (earlyRefusals >= STRICT_AFTER_REFUSALS) isStrict = true
      if (now - loweredAt < LOWER_AT_MOST_EVERY_MS) return
      loweredAt = now
      const share = goodShare(now)
      factor = Math.max(
        FLOOR,
        Math.min(0.95 * factor, share === null ? 1 : Math.max(share * 0.97, 0.5 * factor)),
      )
      factor = Math.min(factor, ceiling())
    },
  }
}
