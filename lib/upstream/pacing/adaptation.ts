import { type Rate, rateOf, requestsPerSecondOf } from '@/lib/kernel'
import { createGoodRate } from './good-rate'
import { FULL } from './guard'
import { pauseFor } from './pauses'
import { createQuickReturn } from './quick-return'
import { createRateSuspicion } from './rate-suspicion'
import { createStrictness } from './strictness'

/** A call that left, in milliseconds of a monotonic clock. */
export interface SentCall {
  readonly sentAt: number
  /** Time since the previous call; infinite for a key's first. */
  readonly gapMs: number
}

/** Adapts a key's rate and pauses to the upstream's 429s. All times are milliseconds of a monotonic clock. */
export interface Adaptation {
  /** Returns the fraction of the pack's rate to use now. */
  factor(now: number): number
  /** Returns whether to space calls strictly, without catching up. */
  isStrict(now: number): boolean
  /** Moment before which nothing leaves. */
  readonly pausedUntil: number
  /** Number of calls that have been refused. */
  readonly refusals: number
  /** Records that a call was answered other than by 429. */
  answered(now: number, call: SentCall): void
  /**
   * Records that a call was refused. `askedMs` is the wait that the upstream asks for, and `sentLastSecond` the number
   * of calls that the key sent in the second before.
   */
  refused(now: number, call: SentCall, askedMs: number | null, sentLastSecond: number): AfterRefusal
  /** Adopts another pack's rate; a pause continues. */
  setRate(rate: Rate | number): void
}

/** The consequences of a refusal. */
interface AfterRefusal {
  /** True if the pack may allow another rate than is known. */
  readonly isSuspect: boolean
  /** True if so little is known that the next call should go alone. */
  readonly needsLoneCall: boolean
}

const FLOOR = 0.05
const STRICT_MARGIN_MS = 0.4
const BUSY = 0.8
const LOWER_BY = 0.95
const BELOW_GOOD = 0.97
const HELD_CALLS = 150
const CALLS_TO_FULL_PACE = 300
const SECOND_MS = 1000
const HELD_MS = 30 * SECOND_MS
/** Number of windows without a refusal that replace the held seconds if the window is longer. */
const HELD_WINDOWS = 2
/** Recovery per second, or per window if that is longer. */
const RECOVERY = 0.02
const QUICK = 0.15
/** Minimum number of calls that say something about a window; fewer may have been refused for coming too close. */
const TELLING_CALLS = 5
/** Minimum pause after which one call goes alone. */
const LONE_MS = SECOND_MS
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Creates the adaptation of one key. After a 429 the key pauses briefly and slows to just below the rate that last
 * went well. It stays there until enough calls succeed that another 429 would be rare, then speeds up, faster the
 * longer it goes well; after somebody else's burst it recovers within seconds. If the first call after the pause is
 * refused too, the upstream's whole retry-after counts, and one of two seconds or more counts from the first refusal
 * on. If only calls that closely followed another are refused, the limiter is strict, and so is our spacing.
 */
export function createAdaptation(initialRate: Rate | number, startedAt: number): Adaptation {
  const good = createGoodRate()
  const suspicion = createRateSuspicion()
  let rate = rateOf(initialRate)
  let packRate = requestsPerSecondOf(rate)
  let strictness = createStrictness(rate.windowMs)
  let quick = createQuickReturn(rate.windowMs)
  let factor = FULL
  let changedAt = startedAt
  let loweredAt = NEVER
  let pausedUntil = NEVER
  // True from a refusal until a call that left after its pause succeeds.
  let isUnproven = false
  // Number of consecutive refusals of the first call after a pause.
  let knocks = 0
  let refusals = 0
  let goodCalls = 0
  let refusedAt = NEVER
  // End of the last pause that was as long as a window, after which the upstream had forgotten all of our calls.
  let emptyAt = NEVER

  /** Returns the length of a step: a second, or the window if that is longer. */
  const stepMs = () => Math.max(SECOND_MS, rate.windowMs)
  /** Returns 0 to 1: by the successful calls since the last refusal, or by time if there are few. */
  const eagerness = (now: number): number => {
    const byCalls = (goodCalls - HELD_CALLS) / CALLS_TO_FULL_PACE
    const heldMs = Math.max(HELD_MS, HELD_WINDOWS * rate.windowMs)
    const byTime = (now - refusedAt - heldMs) / heldMs
    return Math.min(1, Math.max(0, byCalls, byTime))
  }
  const recover = (now: number) => {
    const ceiling = strictness.isStrict(now) ? strictFactor(packRate) : FULL
    const perStep = quick.isUnderWay(now, factor) ? QUICK : eagerness(now) * RECOVERY
    factor = Math.min(ceiling, factor + (perStep * (now - changedAt)) / stepMs())
    changedAt = now
  }
  /**
   * Returns the measured rate as a fraction of the pack's; null in longer windows, and while too few calls are sent to
   * tell.
   */
  const goodShare = (now: number, sentLastSecond: number): number | null => {
    const isBusy = rate.windowMs <= SECOND_MS && sentLastSecond >= BUSY * factor * packRate
    const measured = isBusy ? good.at(now) : null
    return measured === null ? null : measured / packRate
  }
  /** Returns what a window turned out to allow, as a fraction of its stated limit; null if that cannot be told. */
  const heldShare = (sentAt: number): number | null =>
    sentAt >= emptyAt && sentAt < emptyAt + stepMs() && goodCalls >= TELLING_CALLS
      ? (goodCalls * SECOND_MS) / (stepMs() * packRate)
      : null
  const lower = (now: number, sentLastSecond: number, least: number) => {
    if (now - loweredAt < stepMs()) return
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
        knocks = 0
        goodCalls++
        quick.answered(factor)
      }
      good.answered(now)
    },
    refused(now, { sentAt, gapMs }, askedMs, sentLastSecond) {
      recover(now)
      refusals++
      const before = quick.refused(now)
      const held = heldShare(sentAt)
      goodCalls = 0
      refusedAt = now
      // Calls that were under way when a pause began say nothing about the time after it.
      const leftAfterPause = sentAt >= pausedUntil
      const gap = 1000 / packRate
      const isClose = gapMs < Math.min(gap + 1, gap * 1.01)
      // Strict spacing is expected to end the refusals, so it begins at its full rate.
      if (strictness.refused(now, isClose)) factor = strictFactor(packRate)
      else if (held !== null) factor = Math.max(FLOOR, Math.min(factor, BELOW_GOOD * held))
      else if (leftAfterPause) lower(now, sentLastSecond, before ?? FLOOR)
      if (isUnproven && leftAfterPause) knocks++
      const pauseMs = pauseFor({ askedMs, knocks, windowMs: rate.windowMs })
      pausedUntil = Math.max(pausedUntil, now + pauseMs)
      if (pauseMs >= stepMs()) emptyAt = pausedUntil
      isUnproven = true
      const isSuspect = suspicion.refused(now, leftAfterPause)
      return { isSuspect, needsLoneCall: isSuspect || pauseMs >= LONE_MS }
    },
    setRate(changed) {
      const before = { packRate, windowMs: rate.windowMs }
      rate = rateOf(changed)
      packRate = requestsPerSecondOf(rate)
      good.forget()
      if (rate.windowMs !== before.windowMs) {
        strictness = createStrictness(rate.windowMs)
        quick = createQuickReturn(rate.windowMs)
      }
      // The smaller pack explains the earlier refusals, so the factor rises to keep the absolute rate.
      if (packRate < before.packRate) factor = Math.min(FULL, (factor * before.packRate) / packRate)
    },
  }
}

/**
 * Returns the factor for strict spacing, at which a call leaves this much later than the limiter would allow, because
 * the network may take the margin back.
 */
const strictFactor = (rate: number): number => 1 / (1.01 + (STRICT_MARGIN_MS * rate) / 1000)
