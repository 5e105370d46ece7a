import { createGoodRate } from './good-rate'
import { FULL } from './guard'
import { createQuickReturn } from './quick-return'
import { createStrictness } from './strictness'

/** A call as it left; milliseconds of a monotonic clock. */
export interface SentCall {
  readonly sentAt: number
  /** Since the call before it; infinite for a key's first. */
  readonly gapMs: number
}

/** How a key's rate and pauses follow the upstream's 429s. All times are milliseconds of a monotonic clock. */
export interface Adaptation {
  /** The part of the pack's rate to use now. */
  factor(now: number): number
  /** Whether to space strictly, without catching up. */
  isStrict(now: number): boolean
  /** Nothing leaves before this moment. */
  readonly pausedUntil: number
  /** How many calls were refused so far. */
  readonly refusals: number
  /** A call was answered other than by 429. */
  answered(now: number, call: SentCall): void
  /** A call was refused; `sentLastSecond` is how many calls the key sent within the second before. */
  refused(now: number, call: SentCall, retryAfterMs: number | null, sentLastSecond: number): void
  /** The key has another pack; a pause continues. */
  setRate(packRate: number): void
}

const FLOOR = 0.05
const STRICT_MARGIN_MS = 0.4
const BUSY = 0.8
const SHORTEST_PAUSE_MS = 50
const SHORT_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 60_000
const DEFAULT_RETRY_MS = 1000
const LOWER_BY = 0.95
const BELOW_GOOD = 0.97
const LOWER_AT_MOST_EVERY_MS = 1000
const HELD_CALLS = 150
const CALLS_TO_FULL_PACE = 300
const HELD_MS = 30_000
const MS_TO_FULL_PACE = 30_000
const RECOVERY_PER_MS = 0.02 / 1000
const QUICK_PER_MS = 0.15 / 1000
const NEVER = Number.NEGATIVE_INFINITY

/**
 * After a 429 the key pauses briefly and slows to just below the rate that last went well. It stays there until so many
 * calls went well that another 429 would be rare, then speeds up, faster the longer it goes well; after somebody else's
 * burst it returns within seconds. If the first call after the pause is refused too, the upstream's whole retry-after
 * counts. If only calls are refused that closely followed another, the limiter is strict, and so is our spacing.
 */
export function createAdaptation(initialRate: number, startedAt: number): Adaptation {
  const good = createGoodRate()
  const strictness = createStrictness()
  const quick = createQuickReturn()
  let packRate = initialRate
  let factor = FULL
  let changedAt = startedAt
  let loweredAt = NEVER
  let pausedUntil = NEVER
  // From a refusal until a call that left after its pause succeeds.
  let isUnproven = false
  let refusals = 0
  let goodCalls = 0
  let refusedAt = NEVER

  /** From 0 to 1: by the successful calls since the last refusal, or by time if there are few. */
  const eagerness = (now: number): number => {
    const byCalls = (goodCalls - HELD_CALLS) / CALLS_TO_FULL_PACE
    const byTime = (now - refusedAt - HELD_MS) / MS_TO_FULL_PACE
    return Math.min(1, Math.max(0, byCalls, byTime))
  }
  const recover = (now: number) => {
    const ceiling = strictness.isStrict(now) ? strictFactor(packRate) : FULL
    const perMs = quick.isUnderWay(now, factor) ? QUICK_PER_MS : eagerness(now) * RECOVERY_PER_MS
    factor = Math.min(ceiling, factor + perMs * (now - changedAt))
    changedAt = now
  }
  /** The measured rate as a part of the pack's; null while too few calls are sent to tell. */
  const goodShare = (now: number, sentLastSecond: number): number | null => {
    const rate = sentLastSecond >= BUSY * factor * packRate ? good.at(now) : null
    return rate === null ? null : rate / packRate
  }
  const lower = (now: number, sentLastSecond: number, least: number) => {
    if (now - loweredAt < LOWER_AT_MOST_EVERY_MS) return
    loweredAt = now
    const share = goodShare(now, sentLastSecond)
    const measured = share === null ? 1 : Math.max(share * BELOW_GOOD, factor / 2)
    factor = Math.max(least, Math.min(LOWER_BY * factor, measured))
  }

  return {
    factor(now) {
      recover(now)
      return factor
    },
    isStrict: (now) => strictness.isStrict(now),
    get pausedUntil() {
      return pausedUntil
    },
    get refusals() {
      return refusals
    },
    answered(now, { sentAt }) {
      recover(now)
      if (sentAt >= pausedUntil) {
        isUnproven = false
        goodCalls++
        quick.answered(factor)
      }
      good.answered(now)
    },
    refused(now, { sentAt, gapMs }, retryAfterMs, sentLastSecond) {
      recover(now)
      refusals++
      const before = quick.refused(now)
      goodCalls = 0
      refusedAt = now
      // Calls that were under way when a pause began say nothing about the time after it.
      const leftAfterPause = sentAt >= pausedUntil
      const gap = 1000 / packRate
      const isClose = gapMs < Math.min(gap + 1, gap * 1.01)
      // Strict spacing is expected to end the refusals, so it begins at its full rate.
      if (strictness.refused(now, isClose)) factor = strictFactor(packRate)
      else if (leftAfterPause) lower(now, sentLastSecond, before ?? FLOOR)
      pausedUntil = Math.max(pausedUntil, now + pauseFor(retryAfterMs, isUnproven && leftAfterPause))
      isUnproven = true
    },
    setRate(changed) {
      packRate = changed
      good.forget()
    },
  }
}

function pauseFor(retryAfterMs: number | null, isWhole: boolean): number {
  const asked = Math.min(Math.max(retryAfterMs ?? DEFAULT_RETRY_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
  return isWhole ? asked : Math.min(asked, SHORT_PAUSE_MS)
}

/** With strict spacing a call leaves this much later than the limiter would allow: the network may take it back. */
const strictFactor = (rate: number): number => 1 / (1.01 + (STRICT_MARGIN_MS * rate) / 1000)
