import { type Clock, invalid, perSecond } from '@/lib/kernel'
import { createAdaptation, type SentCall } from './adaptation'
import type { SharedSlots, Taking, UsedSlot } from './shared-slots'
import { createSpacing } from './spacing'
import { createTurns, type TakeTurn } from './take-turns'

/** A call that has its slot, by its number among the key's calls; see `Spacing`. */
export interface TakenCall extends SentCall {
  readonly place: number
  /** Null unless processes share the key's slots. */
  readonly slot: UsedSlot | null
}

/** The pace of one upstream key, whichever teams use it in this process. Milliseconds of a monotonic clock. */
export interface KeyPace {
  /** A pacer holds it for one call: from the first read of `dueAt` until `take`. */
  readonly turn: TakeTurn
  /** Claims slots for this many calls if processes share them; null if one is at hand. */
  provide(calls: number): Taking | null
  dueAt(now: number): number
  /** A call leaves now; null if its shared slot was missed meanwhile. */
  take(now: number): TakenCall | null
  /** A taken call leaves only now. */
  left(now: number, call: TakenCall): void
  answered(now: number, call: SentCall): void
  refused(now: number, call: SentCall, retryAfterMs: number | null): void
  /** Nothing leaves before this moment. */
  readonly pausedUntil: number
  readonly packRate: number
  /** Continues at another pack's requests a second. Throws `invalid` for a rate of zero. */
  setRate(requestsPerSecond: number): void
  figures(now: number): PaceFigures
  /** Whether none of its memory can still matter. */
  isForgettable(now: number): boolean
}

/** See `PacerFigures`. */
export interface PaceFigures {
  readonly rate: number
  readonly packRate: number
  readonly isStrict: boolean
  readonly pausedForMs: number
  readonly sentLastSecond: number
  readonly refusals: number
}

const CLOSEST = 0.5
const REMEMBERED_MS = 60_000

/** Combines spacing and adaptation; if other processes use the key too, its slots come from `shared`. */
export function createPace(initialRate: number, clock: Clock, shared: SharedSlots | null = null): KeyPace {
  const begun = clock.monotonic()
  let packRate = checkRate(initialRate)
  const adaptation = createAdaptation(packRate, begun)
  const settings = (now: number) => ({
    packRate,
    factor: adaptation.factor(now),
    isStrict: adaptation.isStrict(now),
  })
  const spacing = createSpacing(settings(begun), begun)
  const gapMs = (now: number) => 1000 / (packRate * adaptation.factor(now))

  /**
   * Our own calls keep their distance too, after several late slots, and after calls that left later than their slots.
   */
  const sharedDueAt = (slots: SharedSlots, now: number) => {
    const apart = spacing.lastSentAt() + gapMs(now) * (adaptation.isStrict(now) ? 1 : CLOSEST)
    const from = Math.max(now, adaptation.pausedUntil, spacing.guardedUntil())
    return Math.max(slots.next(from) ?? from, apart)
  }

  return {
    turn: createTurns(),
    provide(calls) {
      const now = clock.monotonic()
      // A slot that is claimed during a pause would only be missed.
      if (!shared || adaptation.pausedUntil > now) return null
      return shared.provide({
        ...{ calls, gapMs: gapMs(now), isStrict: adaptation.isStrict(now) },
        rate: perSecond(packRate),
      })
    },
    dueAt(now) {
      spacing.setPace(settings(now))
      const due = shared ? sharedDueAt(shared, now) : spacing.dueAt(now)
      return Math.max(due, adaptation.pausedUntil)
    },
    take(now) {
      const slot = shared?.use(now) ?? null
      if (shared && !slot) return null
      const gapMs = now - spacing.lastSentAt()
      return { sentAt: now, gapMs, place: spacing.sent(now), slot }
    },
    left(now, { place, slot }) {
      spacing.left(place, now)
      if (slot) shared?.left(slot, now)
    },
    answered: (now, call) => adaptation.answered(now, call),
    refused(now, call, retryAfterMs) {
      adaptation.refused(now, call, retryAfterMs, spacing.sentLastSecond(now))
      shared?.pause(adaptation.pausedUntil - now)
    },
    get pausedUntil() {
      return adaptation.pausedUntil
    },
    get packRate() {
      return packRate
    },
    setRate(requestsPerSecond) {
      if (requestsPerSecond === packRate) return
      packRate = checkRate(requestsPerSecond)
      adaptation.setRate(packRate)
      spacing.setPace(settings(clock.monotonic()))
    },
    figures: (now) => ({
      packRate,
      rate: packRate * adaptation.factor(now),
      isStrict: adaptation.isStrict(now),
      pausedForMs: Math.max(0, adaptation.pausedUntil - now),
      sentLastSecond: spacing.sentLastSecond(now),
      refusals: adaptation.refusals,
    }),
    isForgettable: (now) => Math.max(spacing.lastSentAt(), adaptation.pausedUntil) < now - REMEMBERED_MS,
  }
}

function checkRate(requestsPerSecond: number): number {
  if (Number.isFinite(requestsPerSecond) && requestsPerSecond > 0) return requestsPerSecond
  throw invalid('A key needs a rate above nothing, in requests a second.')
}
