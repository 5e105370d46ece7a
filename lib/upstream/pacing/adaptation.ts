import { type Rate, toRate, toRequestsPerSecond } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import { TARGET_RATE_FRACTION } from './spacing'

/** A call that left, in milliseconds of a monotonic clock. */
export interface SentCall {
  readonly sentAt: number
  /** Time since the previous call; infinite for a key's first. */
  readonly gapMs: number
}

/** Adapts a key's rate and pauses to the upstream's 429s. All times are milliseconds of a monotonic clock. */
export interface RateAdaptation {
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
/** Minimum pause after which one call is sent alone. */
const LONE_MS = SECOND_MS
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Creates the adaptation of one key. After a 429 the key pauses briefly and slows to just below the rate that last
 * went well. It stays there until enough calls succeed that another 429 would be rare, then speeds up, faster the
 * longer it goes well; after somebody else's burst it recovers within seconds. If the first call after the pause is
 * refused too, the upstream's whole retry-after counts, and one of two seconds or more counts from the first refusal
 * on. If only calls that closely followed another are refused, the limiter is strict, and so is our spacing.
 */
export function createRateAdaptation(initialRate: Rate | number, startedAt: number): RateAdaptation {
  const good = createGoodRate()
  const suspicion = createRateSuspicion()
  let rate = toRate(initialRate)
  let packRate = toRequestsPerSecond(rate)
  let strictness = createStrictness(rate.windowMs)
  let quick = createQuickReturn(rate.windowMs)
  let factor = TARGET_RATE_FRACTION
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
    const ceiling = strictness.isStrict(now) ? strictFactor(packRate) : TARGET_RATE_FRACTION
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
  /** Returns what a window turned out to allow, as a fraction of its stated limit; null if unknown. */
  const heldShare = (sentAt: number): number | null =>
    sentAt >= emptyAt && sentAt < emptyAt + stepMs() && goodCalls >= TELLING_CALLS
      ? (goodCalls * SECOND_MS) / (stepMs() * packRate)
      : null
  const lower = (now: number, sentLastSecond: number, min: number) => {
    if (now - loweredAt < stepMs()) return
    loweredAt = now
    const share = goodShare(now, sentLastSecond)
    const measured = share === null ? 1 : Math.max(share * BELOW_GOOD, factor / 2)
    factor = Math.max(min, Math.min(LOWER_BY * factor, measured))
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
      // Calls that were in flight when a pause began say nothing about the time after it.
      const leftAfterPause = sentAt >= pausedUntil
      const gap = 1000 / packRate
      const isClose = gapMs < Math.min(gap + 1, gap * 1.01)
      // Strict spacing is expected to end the refusals, so it begins at its full rate.
      if (strictness.refused(now, isClose)) factor = strictFactor(packRate)
      else if (held !== null) factor = Math.max(FLOOR, Math.min(factor, BELOW_GOOD * held))
      else if (leftAfterPause) lower(now, sentLastSecond, before ?? FLOOR)
      if (isUnproven && leftAfterPause) knocks++
      const pauseMs = pauseAfterRefusal({ askedMs, consecutiveRefusals: knocks, windowMs: rate.windowMs })
      pausedUntil = Math.max(pausedUntil, now + pauseMs)
      if (pauseMs >= stepMs()) emptyAt = pausedUntil
      isUnproven = true
      const isSuspect = suspicion.refused(now, leftAfterPause)
      return { isSuspect, needsLoneCall: isSuspect || pauseMs >= LONE_MS }
    },
    setRate(changed) {
      const before = { packRate, windowMs: rate.windowMs }
      rate = toRate(changed)
      packRate = toRequestsPerSecond(rate)
      good.forget()
      if (rate.windowMs !== before.windowMs) {
        strictness = createStrictness(rate.windowMs)
        quick = createQuickReturn(rate.windowMs)
      }
      // The smaller pack explains the earlier refusals, so the factor rises to keep the absolute rate.
      if (packRate < before.packRate)
        factor = Math.min(TARGET_RATE_FRACTION, (factor * before.packRate) / packRate)
    },
  }
}

/**
 * Returns the factor for strict spacing, at which a call leaves this much later than the limiter would allow, because
 * the network may take the margin back.
 */
const strictFactor = (rate: number): number => 1 / (1.01 + (STRICT_MARGIN_MS * rate) / 1000)

/** Measures the rate of successful calls over the last seconds, in milliseconds of a monotonic clock. */
export interface SuccessfulRateMeter {
  answered(now: number): void
  /** Returns answers a second; null without enough history to tell. */
  at(now: number): number | null
  forget(): void
}

// With a shorter history, one early 429 reduced a key of 10 a second to 0.07.
const HISTORY_MS = 1500
const WINDOW_MS = 2 * HISTORY_MS

/** Creates a measure that remembers a few seconds, however long the process runs. */
function createGoodRate(): SuccessfulRateMeter {
  const answers: number[] = []
  const prune = (now: number) => {
    while (answers[0] !== undefined && answers[0] < now - WINDOW_MS) answers.shift()
  }
  return {
    answered(now) {
      prune(now)
      answers.push(now)
    },
    at(now) {
      prune(now)
      const first = answers[0]
      if (first === undefined || now - first < HISTORY_MS) return null
      return answers.length / ((now - first) / 1000)
    },
    forget() {
      answers.length = 0
    },
  }
}

const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = DAY_MS
const SHORT_PAUSE_MS = 100
const MAX_SHORT_PAUSE_MS = 60 * SECOND_MS
/**
 * Minimum retry-after that cannot be a window of a second, rounded up, and is therefore waited out from the first
 * refusal on.
 */
const LONG_MS = 2 * SECOND_MS
/** Maximum pause that the upstream did not ask for, except in longer windows. */
const MAX_GUESS_MS = 5 * 60 * SECOND_MS
const MAX_GUESS_OF_LONG_MS = 60 * 60 * SECOND_MS

interface PauseWanted {
  /** The pause that the upstream asks for; null if none. */
  readonly askedMs: number | null
  /** Number of consecutive refusals of the first call after a pause. */
  readonly consecutiveRefusals: number
  /** Window in which the upstream counts. */
  readonly windowMs: number
}

/**
 * Returns how long a key pauses after a 429. A requested pause counts in full, except one of about a second in windows
 * of a second: it is cut to a tenth until a call that waited for it is refused too. If no pause is requested, or one
 * so short that it did not help, each pause is twice the previous one.
 */
export function pauseAfterRefusal({ askedMs, consecutiveRefusals, windowMs }: PauseWanted): number {
  const first = Math.min(Math.max(SECOND_MS, windowMs / 30), MAX_GUESS_MS)
  const asked = Math.min(Math.max(askedMs ?? first, MIN_PAUSE_MS), MAX_PAUSE_MS)
  const isLong = askedMs !== null && (askedMs >= LONG_MS || windowMs > SECOND_MS)
  if (consecutiveRefusals === 0 && !isLong)
    return Math.min(asked, Math.max(SHORT_PAUSE_MS, Math.min(windowMs / 100, MAX_SHORT_PAUSE_MS)))
  if (consecutiveRefusals < 2 || (askedMs !== null && asked >= first)) return asked
  const max = Math.max(MAX_GUESS_MS, Math.min(windowMs, MAX_GUESS_OF_LONG_MS))
  return Math.max(asked, Math.min(first * 2 ** Math.min(consecutiveRefusals - 1, 20), max))
}

/**
 * Detects refusals that suggest that the pack allows another rate than is known. Times are milliseconds of a monotonic
 * clock.
 */
export interface RateChangeDetector {
  /**
   * Records that a call was refused; `leftAfterPause` is false if it was in flight when the pause began. Returns true
   * at most once a minute.
   */
  refused(now: number, leftAfterPause: boolean): boolean
}

const WITHIN_MS = 10_000
/** Number of calls refused together, while they were in flight. */
const TOGETHER = 3
const EVERY_MS = 60_000

/**
 * Creates the detector. A key within its pack is refused occasionally, as by somebody else's burst. A refusal that
 * follows another within seconds, or several calls refused together, may mean that the pack has changed. Asking costs
 * one request.
 */
function createRateSuspicion(): RateChangeDetector {
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

/** Detects whether a key's limiter is stricter than a second at a time. Times are milliseconds of a monotonic clock. */
export interface StrictnessDetector {
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
function createStrictness(windowMs: number): StrictnessDetector {
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

/**
 * Decides whether a key that somebody else's burst has slowed may return to its rate quickly. Times are milliseconds
 * of a monotonic clock.
 */
export interface QuickRecoveryDetector {
  /** Returns whether the rate rises quickly now. `factor` is the current fraction of the pack's rate. */
  isUnderWay(now: number, factor: number): boolean
  answered(factor: number): void
  /**
   * Returns the factor from which a quick try began if this refusal ends one, since the key went well there; null if
   * none was in progress.
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
 * Creates the state for windows of this length. A burst ends suddenly, so the rate recovers quickly after a few quiet
 * windows. If that is refused, somebody else is still sending: the rate falls back at most to where it was, and only
 * the slow way is left until nearly the full rate has gone well for long.
 */
function createQuickReturn(windowMs: number): QuickRecoveryDetector {
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
