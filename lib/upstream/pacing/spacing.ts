import { type Rate, toRequestsPerSecond } from '@/lib/kernel'

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
  left(index: number, now: number): void
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

/**
 * Creates even spacing that every kind of limiter accepts, as measured (see docs/run/pacing.md): one call a gap. Lateness
 * is caught up briefly, at double pace and never as a burst; in windows of more than ten seconds up to five calls
 * leave at once after a rest. A guard keeps every window at the pack's rate. A cold start sends one call, not a
 * window's worth.
 */
export function createSpacing(initial: SpacingOptions, now: number): Spacing {
  let pace = initial
  let guard = guardOf(pace.rate)
  let burst = burstSize(pace.rate)
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
    !pace.isStrict && pace.factor >= UNDISTURBED && toRequestsPerSecond(pace.rate) >= FAST
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
    left: (index, at) => sends.correct(index, at),
    lastSentAt: () => last,
    sentLastSecond: (at) => sends.youngerThan(SECOND, at),
    setPace(changed) {
      const isSamePack = changed.rate === pace.rate
      pace = changed
      if (isSamePack) return
      guard = guardOf(pace.rate)
      burst = burstSize(pace.rate)
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
  calls: toRequestsPerSecond(rate) >= FAST ? rate.requests - Math.ceil(rate.requests / 100) : rate.requests,
  ms: windowGuardMs(rate.windowMs),
})

/** The moments of a key's last sends, as many as a window may hold. Times are milliseconds of a monotonic clock. */
export interface SendRing {
  /** Adds a send. Returns its number, which counts everything that this ring and its predecessors have held. */
  push(at: number): number
  /** Changes the moment of a send if it is still remembered. */
  correct(index: number, at: number): void
  /** Returns the moment of the oldest remembered send; minus infinity while the ring is not full. */
  oldest(): number
  /** Returns how many sends are younger than `ms` at `now`. */
  youngerThan(ms: number, now: number): number
  /** Returns a ring of another size with the same sends, without the oldest if they do not fit. */
  resized(size: number): SendRing
}

const NEVER = Number.NEGATIVE_INFINITY

function createSendRing(size: number, sends: readonly number[] = [], before = 0): SendRing {
  const ring = new Float64Array(Math.max(1, Math.floor(size))).fill(NEVER)
  let count = before
  const push = (at: number) => {
    ring[count % ring.length] = at
    return count++
  }
  for (const at of sends.slice(-ring.length)) push(at)
  const inOrder = () => {
    const index = count % ring.length
    return [...ring.subarray(index), ...ring.subarray(0, index)].filter((at) => at !== NEVER)
  }
  return {
    push,
    correct(index, at) {
      if (index >= count - ring.length) ring[index % ring.length] = at
    },
    oldest: () => ring[count % ring.length] ?? NEVER,
    youngerThan: (ms, now) => ring.reduce((sum, at) => (at > now - ms ? sum + 1 : sum), 0),
    resized(other) {
      const kept = inOrder().slice(-Math.max(1, Math.floor(other)))
      return createSendRing(other, kept, count - kept.length)
    },
  }
}

/** Fraction of the pack's rate that is used while nothing is refused. */
export const TARGET_RATE_FRACTION = 0.98

const MIN_GUARD_MS = 10
const MAX_GUARD_MS = 1000
const GUARD = 0.01

/**
 * Returns the minimum distance between a call and the one that would be one too many in its window. It exceeds the
 * window because the limiter may count some calls a few milliseconds late.
 */
export const windowGuardMs = (windowMs: number): number =>
  windowMs + Math.max(MIN_GUARD_MS, Math.min(GUARD * windowMs, MAX_GUARD_MS))

/** Returns how much longer than a window it takes at full pace to send as many calls as the pack allows in one. */
export const windowSlackMs = (windowMs: number): number => windowMs / TARGET_RATE_FRACTION - windowMs

const LONG_WINDOW_MS = 10_000
const MAX_BURST = 5
const BURST_PART = 0.1

/**
 * Returns how many calls may leave at once after a rest. In long windows a person should not wait a whole gap for the
 * second page.
 */
export function burstSize({ requests, windowMs }: Rate): number {
  if (windowMs <= LONG_WINDOW_MS) return 1
  return Math.max(1, Math.floor(Math.min(MAX_BURST, requests * BURST_PART)))
}
