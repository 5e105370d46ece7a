import { createGoodRate } from './good-rate'
import { createStrictness } from './strictness'
import { createUnderWay } from './under-way'

/** How a key's rate and pauses follow the upstream's 429s. All times are milliseconds of a monotonic clock. */
export interface Adaptation {
  /** Part of the pack's rate to use at present. */
  factor(now: number): number
  /** Whether to space strictly, without catching up. */
  isStrict(now: number): boolean
  /** Nothing leaves before this moment. */
  readonly pausedUntil: number
  /** How many calls were refused so far. */
  readonly refusals: number
  sent(now: number): void
  /** A call was answered other than by 429. */
  answered(now: number): void
  /** A call was refused; `sentLastSecond` is how many the key sent within the second before. */
  refused(now: number, retryAfterMs: number | null, sentLastSecond: number): void
  /** The key has another pack; a pause goes on. */
  setRate(packRate: number): void
}

const FULL = 0.98
const STRICT = 0.9
const FLOOR = 0.05
const BUSY = 0.8
const SHORTEST_PAUSE_MS = 50
const SHORT_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 60_000
const DEFAULT_RETRY_MS = 1000
const LOWER_AT_MOST_EVERY_MS = 1000
const QUIET_MS = 6000
const RECOVERY_PER_MS = 0.005 / 1000
const QUIET_RECOVERY_PER_MS = 0.02 / 1000
const NEVER = Number.NEGATIVE_INFINITY

/**
 * After a 429 the key pauses briefly and slows to just below what was last answered well; it recovers by itself. If
 * the first call after the pause is refused too, the upstream's whole retry-after counts. If refusals go on although
 * the pack's rate was not reached, the limiter counts strictly, and so do we.
 */
export function createAdaptation(initialRate: number, startedAt: number): Adaptation {
  const good = createGoodRate()
  const underWay = createUnderWay()
  const strictness = createStrictness()
  let packRate = initialRate
  let factor = FULL
  let changedAt = startedAt
  let loweredAt = NEVER
  let refusedAt = NEVER
  let pausedUntil = NEVER
  // From a refusal until a call that left after its pause is answered well.
  let isUnproven = false
  let refusals = 0

  const recover = (now: number) => {
    const ceiling = strictness.isStrict(now) ? STRICT : FULL
    factor = Math.min(ceiling, factor + recovered(changedAt, now, refusedAt + QUIET_MS))
    changedAt = now
  }
  /** The measured rate as a part of the pack's; null while too little is sent for it to mean anything. */
  const goodShare = (now: number, sentLastSecond: number): number | null => {
    const rate = sentLastSecond >= BUSY * factor * packRate ? good.at(now) : null
    return rate === null ? null : rate / packRate
  }
  const lower = (now: number, sentLastSecond: number) => {
    if (now - loweredAt < LOWER_AT_MOST_EVERY_MS) return
    loweredAt = now
    const share = goodShare(now, sentLastSecond)
    const measured = share === null ? 1 : Math.max(share * 0.97, factor / 2)
    factor = Math.max(FLOOR, Math.min(0.95 * factor, measured))
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
    sent: (now) => underWay.sent(now),
    answered(now) {
      if (underWay.ended(now) >= pausedUntil) isUnproven = false
      good.answered(now)
    },
    refused(now, retryAfterMs, sentLastSecond) {
      recover(now)
      refusals++
      // Calls that were under way when a pause began say nothing about what comes after it.
      const leftAfterPause = underWay.ended(now) >= pausedUntil
      const isEarly = sentLastSecond < STRICT * packRate
      // Strict spacing is expected to end the refusals, so it begins at its full rate.
      if (leftAfterPause && strictness.refused(now, isEarly)) factor = STRICT
      else lower(now, sentLastSecond)
      pausedUntil = Math.max(pausedUntil, now + pauseFor(retryAfterMs, isUnproven && leftAfterPause))
      isUnproven = true
      refusedAt = now
    },
    setRate(changed) {
      packRate = changed
      good.forget()
    },
  }
}

/** What the factor gains between two moments: slowly at first, faster from `quietFrom` on. */
const recovered = (from: number, to: number, quietFrom: number): number =>
  RECOVERY_PER_MS * Math.max(0, Math.min(to, quietFrom) - from) +
  QUIET_RECOVERY_PER_MS * Math.max(0, to - Math.max(from, quietFrom))

function pauseFor(retryAfterMs: number | null, isWhole: boolean): number {
  const asked = Math.min(Math.max(retryAfterMs ?? DEFAULT_RETRY_MS, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
  return isWhole ? asked : Math.min(asked, SHORT_PAUSE_MS)
}
