import { type Clock, invalid, isSameRate, type Rate, toRate, toRequestsPerSecond } from '@/lib/kernel'
import { createRateAdaptation, type SentCall } from './adaptation'
import type { KeptPause } from './kept-pause'
import type { SharedSlots, SlotClaim, UsedSlot } from './shared-slots'
import { createSpacing, windowGuardMs } from './spacing'
import { createReportedQuota, type PacerPause, type ReportedRate, requestedWaitMs } from './told-quota'

/** A call that has its slot, with its number among the key's calls; see `Spacing`. */
export interface TakenCall extends SentCall {
  readonly callNumber: number
  /** Null unless processes share the key's slots. */
  readonly slot: UsedSlot | null
}

/**
 * The pace of one upstream key, or of one of its paths if the upstream counts by path, shared by all teams that use it
 * in this process. Times are milliseconds of a monotonic clock.
 */
export interface KeyPace {
  /** Serialises pacers: each holds the turn for one call, from the first read of `dueAt` until `take`. */
  readonly turn: TakeTurn
  /**
   * Claims slots for this many calls if processes share them, or reads the pause that an earlier process left; null if
   * one is at hand.
   */
  provide(calls: number): SlotClaim | null
  dueAt(now: number): number
  /** Takes a slot for a call that leaves now; null if its shared slot was missed meanwhile. */
  take(now: number): TakenCall | null
  /** Records that a taken call leaves only now. */
  recordSent(now: number, call: TakenCall): void
  answered(now: number, call: TakenCall, told?: ReportedRate): void
  /** Records a refusal. Returns true, at most once a minute, if the pack may allow another rate than is known. */
  refused(now: number, call: TakenCall, told: ReportedRate): boolean
  /** Moment before which nothing leaves. */
  readonly pausedUntil: number
  readonly rate: Rate
  /** Continues at another pack's rate. Throws `invalid` for a rate of zero. */
  setRate(rate: Rate | number): void
  figures(now: number): PaceFigures
  /** Returns whether none of its memory can still matter. */
  isForgettable(now: number): boolean
}

/** See `PacerFigures`. */
export interface PaceFigures {
  readonly rate: number
  readonly packRate: number
  readonly allowed: Rate
  readonly isStrict: boolean
  readonly pause: Omit<PacerPause, 'path'> | null
  readonly sentLastSecond: number
  readonly refusals: number
}

const REMEMBERED_MS = 60_000
const REMEMBERED_WINDOWS = 2
/** Interval at which to check whether a lone call has ended. */
const LOOK_MS = 5
/** Minimum wait for a window that is shown; a shorter one is only the pace. */
const MIN_SHOWN_MS = 2000
/**
 * Minimum window that headers can teach. The limit per second comes from the account, since headers may be about a
 * longer window.
 */
const MIN_LEARNT_WINDOW_MS = 2000
const MAX_REQUESTS = 1_000_000
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Creates a pace from spacing and adaptation. If other processes use the key too, its slots come from `shared`; else
 * `kept` holds its pauses for the next process.
 */
export function createKeyPace(
  initialRate: Rate | number,
  clock: Clock,
  shared: SharedSlots | null = null,
  kept: KeptPause | null = null,
): KeyPace {
  const begun = clock.monotonic()
  let rate = checkRate(initialRate)
  const adaptation = createRateAdaptation(rate, begun)
  const settings = (now: number) => ({
    rate,
    factor: adaptation.factor(now),
    isStrict: adaptation.isStrict(now),
  })
  const spacing = createSpacing(settings(begun), begun)
  const lone = createLoneCall()
  const quota = createReportedQuota()
  let lastPlace = -1
  let pauseWhy: PacerPause['why'] = 'refused'
  let toldOthersUntil = NEVER

  const heldUntil = (now: number) =>
    Math.max(adaptation.pausedUntil, quota.heldUntil(now), kept?.until ?? NEVER)
  /**
   * Returns when a call may leave by the shared slots. Our own calls keep their distance too, after several late slots
   * and after calls that left later than their slots.
   */
  const sharedDueAt = (slots: SharedSlots, now: number) => {
    const from = Math.max(now, heldUntil(now), spacing.guardedUntil())
    return Math.max(slots.next(from) ?? from, spacing.apartUntil())
  }
  /** Announces a pause to other processes, or the next one, once and not with each call that was in flight. */
  const tellOthers = (now: number) => {
    const until = heldUntil(now)
    if (until <= Math.max(now, toldOthersUntil)) return
    toldOthersUntil = until
    shared?.pause(until - now)
    kept?.keep(until)
  }
  const setRate = (changed: Rate | number) => {
    const next = checkRate(changed)
    if (isSameRate(next, rate)) return
    rate = next
    adaptation.setRate(rate)
    spacing.setPace(settings(clock.monotonic()))
  }
  const learn = (now: number, { callNumber }: TakenCall, told: ReportedRate) => {
    quota.recordReport(now, told, lastPlace - callNumber)
    const { limit, resetInMs } = told
    const isOfWindow = resetInMs !== undefined && resetInMs <= rate.windowMs + MIN_LEARNT_WINDOW_MS
    const isLimit = limit !== undefined && Number.isInteger(limit) && limit > 0 && limit <= MAX_REQUESTS
    if (isLimit && isOfWindow && rate.windowMs > MIN_LEARNT_WINDOW_MS)
      setRate({ requests: limit, windowMs: rate.windowMs })
  }

  return {
    turn: createTurns(),
    provide(calls) {
      const recalling = kept?.recall() ?? null
      if (recalling) return recalling
      const now = clock.monotonic()
      // A slot claimed during a pause would only be missed.
      if (!shared || heldUntil(now) > now || lone.isUnderWay(now)) return null
      const { factor, isStrict } = settings(now)
      return shared.provide({ calls, rate, gapMs: rate.windowMs / (rate.requests * factor), isStrict })
    },
    dueAt(now) {
      spacing.setPace(settings(now))
      const due = Math.max(shared ? sharedDueAt(shared, now) : spacing.dueAt(now), heldUntil(now))
      return lone.isUnderWay(now) ? Math.max(due, now + LOOK_MS) : due
    },
    take(now) {
      const slot = shared?.use(now) ?? null
      if (shared && !slot) return null
      const gapMs = now - spacing.lastSentAt()
      lastPlace = spacing.sent(now)
      lone.sent(lastPlace, now)
      quota.sent(now)
      kept?.keep(now + windowGuardMs(rate.windowMs) / rate.requests)
      return { sentAt: now, gapMs, callNumber: lastPlace, slot }
    },
    recordSent(now, { callNumber, slot }) {
      spacing.recordSent(callNumber, now)
      if (slot) shared?.reportSent(slot, now)
    },
    answered(now, call, told) {
      lone.ended(call.callNumber)
      adaptation.answered(now, call)
      if (!told) return
      learn(now, call, told)
      tellOthers(now)
    },
    refused(now, call, told) {
      lone.ended(call.callNumber)
      learn(now, call, told)
      const before = adaptation.pausedUntil
      const { ms, why } = requestedWaitMs(told)
      const { isSuspect, needsLoneCall } = adaptation.refused(now, call, ms, spacing.sentLastSecond(now))
      if (adaptation.pausedUntil > before) pauseWhy = why
      if (needsLoneCall) lone.demand()
      tellOthers(now)
      return isSuspect
    },
    get pausedUntil() {
      return heldUntil(clock.monotonic())
    },
    get rate() {
      return rate
    },
    setRate,
    figures(now) {
      const packRate = toRequestsPerSecond(rate)
      return {
        packRate,
        allowed: rate,
        rate: packRate * adaptation.factor(now),
        isStrict: adaptation.isStrict(now),
        pause: pauseAt(now),
        sentLastSecond: spacing.sentLastSecond(now),
        refusals: adaptation.refusals,
      }
    },
    isForgettable: (now) =>
      Math.max(spacing.lastSentAt(), heldUntil(now)) <
      now - Math.max(REMEMBERED_MS, REMEMBERED_WINDOWS * rate.windowMs),
  }

  function pauseAt(now: number): PaceFigures['pause'] {
    const quotaMs = quota.heldUntil(now) - now
    const guardedMs = rate.windowMs > MIN_SHOWN_MS ? spacing.guardedUntil() - now : 0
    const keptMs = (kept?.until ?? NEVER) - now
    const windowMs = Math.max(quotaMs, ...[guardedMs, keptMs].filter((ms) => ms > MIN_SHOWN_MS))
    const pausedMs = adaptation.pausedUntil - now
    if (Math.max(windowMs, pausedMs) <= 0) return null
    return windowMs > pausedMs ? { forMs: windowMs, why: 'window' } : { forMs: pausedMs, why: pauseWhy }
  }
}

function checkRate(given: Rate | number): Rate {
  const rate = toRate(given)
  if (rate.requests > 0 && rate.requests <= MAX_REQUESTS && rate.windowMs > 0 && rate.windowMs < Infinity)
    return rate
  throw invalid(
    `A key needs a rate above nothing, of ${MAX_REQUESTS} requests in a window at most. Correct the rate.`,
  )
}

/** A single call that finds out whether a key may continue. Times are milliseconds of a monotonic clock. */
export interface ProbeCall {
  /** Makes the next call go alone. */
  demand(): void
  /** Records that a call leaves, by its number. */
  sent(index: number, now: number): void
  /** Records that a call was answered or refused. */
  ended(index: number): void
  /** Returns whether the others wait for it. */
  isUnderWay(now: number): boolean
}

/** Maximum time that a slow answer holds up the others. */
const PATIENCE_MS = 1000

/**
 * Creates the state. After an unexpected refusal one call is sent alone, because the others would only be refused with
 * it.
 */
function createLoneCall(): ProbeCall {
  let isDemanded = false
  let sent: { readonly place: number; readonly at: number } | null = null
  return {
    demand() {
      isDemanded = true
      sent = null
    },
    sent(index, at) {
      if (!isDemanded) return
      isDemanded = false
      sent = { place: index, at }
    },
    ended(index) {
      if (sent?.place === index) sent = null
    },
    isUnderWay(now) {
      if (sent && now - sent.at >= PATIENCE_MS) sent = null
      return sent !== null
    },
  }
}

/**
 * Resolves when it is the caller's turn, first come first served. The turn ends when the returned function is called.
 */
export type TakeTurn = () => Promise<() => void>

/** Creates turns among the users of one resource, one at a time. */
function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let end: () => void = () => undefined
    last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }
}
