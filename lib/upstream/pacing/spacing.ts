import { type Rate, requestsPerSecondOf } from '@/lib/kernel'
import { burstOf, guardMs } from './guard'
import { createSendRing } from './send-ring'

/** Decides when the next call of a key may leave. All times are milliseconds of a monotonic clock. */
export interface Spacing {
  /** Returns the earliest moment at which a call may leave, given the calls so far. */
  dueAt(now: number): number
  /** Returns the moment before which a call would exceed what the pack allows in a window. */
  guardedUntil(): number
  /** Returns the moment before which a call would come too close to the previous one. */
  apartUntil(): number
  /** Records that a call leaves now. Returns its number. */
  sent(now: number): number
  /** Records that a call, by its number, left only now: the limiter counts from that moment. */
  left(place: number, now: number): void
  /** Returns when the last call left; minus infinity before the first. */
  lastSentAt(): number
  /** Returns how many calls left within the last second. */
  sentLastSecond(now: number): number
  /** Changes the spacing; see `SpacingOptions`. */
  setPace(pace: SpacingOptions): void
}

export interface SpacingOptions {
  /** The pack's limit. */
  readonly rate: Rate
  /** Fraction of that rate to use: below 1, since the network moves calls closer together. */
  readonly factor: number
  /** True for a strict limiter, which allows no catching up. */
  readonly isStrict: boolean
}

const SECOND = 1000
const CATCH_UP_MS = 50
const CATCH_UP_GAPS = 3.5
const CLOSEST = 0.5
/** Part of a gap by which lateness that cannot be caught up is repaid with each call; the guard limits it. */
const PAID_BACK = 0.01
const MAX_OWED_MS = 50
const UNDISTURBED = 0.97
/** Tolerance within which a call that leaves after the guard allows it was delayed by the guard. */
const GUARDED_MS = 2
const FAST = 50
const BURST_APART_MS = 50
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Creates even spacing that every kind of limiter accepts, as measured (see docs/run/pacing.md): one call a gap. Lateness
 * is caught up briefly, at double pace and never as a burst; in windows of more than ten seconds up to five calls
 * leave at once after a rest. A guard keeps every window at the pack's rate. A cold start sends one call, not a
 * window's worth.
 */
export function createSpacing(initial: SpacingOptions, now: number): Spacing {
  let pace = initial
  let guard = guardOf(pace.rate)
  let burst = burstOf(pace.rate)
  let sends = createSendRing(guard.calls)
  let next = now
  let last = NEVER
  let owed = 0

  const gap = () => pace.rate.windowMs / (pace.rate.requests * pace.factor)
  const catchUp = () => {
    if (pace.isStrict) return 0
    return burst > 1 ? (burst - 1) * gap() : Math.min(CATCH_UP_MS, CATCH_UP_GAPS * gap())
  }
  const closest = () => {
    if (pace.isStrict) return gap()
    return burst > 1 ? Math.min(BURST_APART_MS, gap() * CLOSEST) : gap() * CLOSEST
  }
  // A slow key loses nothing when the process is busy, because its gaps are longer than the delays.
  const mayPayBack = () =>
    !pace.isStrict && pace.factor >= UNDISTURBED && requestsPerSecondOf(pace.rate) >= FAST
  const guardedUntil = () => sends.oldest() + guard.ms
  const apartUntil = () => last + closest()
  const slotAt = (at: number) => Math.max(next, at - catchUp())

  return {
    dueAt: (at) => Math.max(slotAt(at), apartUntil(), guardedUntil()),
    guardedUntil,
    apartUntil,
    sent(at) {
      const slot = slotAt(at)
      // What the guard delays is not lost: it was sent within the second before.
      const lost = at > guardedUntil() + GUARDED_MS ? slot - next : 0
      owed = mayPayBack() ? Math.min(MAX_OWED_MS, owed + lost) : 0
      const back = Math.min(owed, gap() * PAID_BACK)
      owed -= back
      next = slot + gap() - back
      last = at
      return sends.push(at)
    },
    left: (place, at) => sends.correct(place, at),
    lastSentAt: () => last,
    sentLastSecond: (at) => sends.youngerThan(SECOND, at),
    setPace(changed) {
      const isSamePack = changed.rate === pace.rate
      pace = changed
      if (isSamePack) return
      guard = guardOf(pace.rate)
      burst = burstOf(pace.rate)
      sends = sends.resized(guard.calls)
      // A faster pack need not wait for the gap of the slower one.
      if (last !== NEVER) next = Math.min(next, last + gap())
    },
  }
}

/**
 * Returns the guard: no window may hold more calls than the pack allows, even if the limiter counts some of them 10 ms
 * late. The guard must allow slightly more than the pace, or its delays repeat in every window.
 */
const guardOf = (rate: Rate): { readonly calls: number; readonly ms: number } => ({
  calls: requestsPerSecondOf(rate) >= FAST ? rate.requests - Math.ceil(rate.requests / 100) : rate.requests,
  ms: guardMs(rate.windowMs),
})
