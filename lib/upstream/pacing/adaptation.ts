import { type Rate, rateOf, requestsPerSecondOf } from '@/lib/kernel'
import { createGoodRate } from './good-rate'
import { FULL } from './guard'
import { pauseFor } from './pauses'
import { createQuickReturn } from './quick-return'
import { createStrictness } from './strictness'
import { createSuspicion } from './suspicion'

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
  /**
   * A call was refused; `askedMs` is what the upstream asks for, and `sentLastSecond` how many calls the key sent within
   * the second before.
   */
  refused(now: number, call: SentCall, askedMs: number | null, sentLastSecond: number): Refusal
  /** The key has another pack; a pause continues. */
  setRate(rate: Rate | number): void
}

/** What follows from a refusal. */
interface Refusal {
  /** The pack may allow another rate than is known. */
  readonly isSuspect: boolean
  /** So little is known that the next call should go alone. */
  readonly needsProbe: boolean
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
/** A longer window must have gone well as often. */
const HELD_WINDOWS = 2
/** In a window of a second, or in each that is longer. */
const RECOVERY = 0.02
const QUICK = 0.15
/** Fewer may have been refused for coming too close. */
const TELLING_CALLS = 5
/** A pause of so long begins with one call alone. */
const PROBED_MS = SECOND_MS
const NEVER = Number.NEGATIVE_INFINITY

/**
 * After a 429 the key pauses briefly and slows to just below the rate that last went well. It stays there until so many
 * calls went well that another 429 would be rare, then speeds up, faster the longer it goes well; after somebody else's
 * burst it returns within seconds. If the first call after the pause is refused too, the upstream's whole retry-after
 * counts, and one of two seconds or more counts from the first refusal on. If only calls are refused that closely followed another, the limiter is strict, and so is our spacing.
 */
export function createAdaptation(initialRate: Rate | number, startedAt: number): Adaptation {
  const good = createGoodRate()
  const suspicion = createSuspicion()
  let rate = rateOf(initialRate)
  let packRate = requestsPerSecondOf(rate)
  let strictness = createStrictness(rate.windowMs)
  let quick = createQuickReturn(rate.windowMs)
  let factor = FULL
  let changedAt = startedAt
  let loweredAt = NEVER
  let pausedUntil = NEVER
  // From a refusal until a call that left after its pause succeeds.
  let isUnproven = false
  // How many calls in a row were refused that were the first after their pause.
  let knocks = 0
  let refusals = 0
  let goodCalls = 0
  let refusedAt = NEVER
  // Of the last pause that was as long as a window: then the upstream had forgotten all of our calls.
  let emptyAt = NEVER

  /** What is said of a second holds of each window that is longer. */
  const stepMs = () => Math.max(SECOND_MS, rate.windowMs)
  /** From 0 to 1: by the successful calls since the last refusal, or by time if there are few. */
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
  /** The measured rate as a part of the pack's; null while too few calls are sent to tell, and in longer windows. */
  const goodShare = (now: number, sentLastSecond: number): number | null => {
    const isBusy = rate.windowMs <= SECOND_MS && sentLastSecond >= BUSY * factor * packRate
    const measured = isBusy ? good.at(now) : null
    return measured === null ? null : measured / packRate
  }
  /** What a window turned out to hold, as a part of what it is said to hold; null if that cannot be told. */
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
      return { isSuspect, needsProbe: isSuspect || pauseMs >= PROBED_MS }
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
      // What the larger pack's refusals have taught is known better now.
      if (packRate < before.packRate) factor = Math.min(FULL, (factor * before.packRate) / packRate)
    },
  }
}

/** With strict spacing a call leaves this much later than the limiter would allow: the network may take it back. */
const strictFactor = (rate: number): number => 1 / (1.01 + (STRICT_MARGIN_MS * rate) / 1000)
