import { AppError, type Clock, perSecond, type Rate } from '@/lib/kernel'
import { createDatabaseClock, type DatabaseClock } from './database-clock'
import { burstOf, guardMs, spareMs } from './guard'
import { createJitter } from './jitter'
import type { SlotStore, TakenSlots } from './store'

/** The slots of one shared key that this process has claimed. Local milliseconds. */
export interface SharedSlots {
  /** When the next call may leave; null while no slot is at hand. Slots that would be used too late are dropped. */
  next(earliest: number): number | null
  /** Uses the next slot; null if none is at hand. */
  use(now: number): UsedSlot | null
  /** A call leaves only now. Where that is late, all processes learn it. */
  left(slot: UsedSlot, now: number): void
  /** Claims slots for the waiting calls. Returns the claim while none is at hand, else null; see `Taking`. */
  provide(wanted: Wanted): Taking | null
  /** Pauses the key in all processes. */
  pause(forMs: number): void
}

/** A claimed slot. Milliseconds since 1970 by the database's clock. */
export interface UsedSlot {
  /** Its number among all of the key's. */
  readonly number: number
  readonly at: number
  /** When its call may leave: later than `at` if one a window before it left late. */
  readonly from: number
}

export interface Wanted {
  /** How many calls wait. */
  readonly calls: number
  /** What the pack allows. */
  readonly rate: Rate
  readonly gapMs: number
  readonly isStrict: boolean
}

/** Settles when a slot is at hand or a claim ended; with an error if the database has failed for too long. */
export type Taking = Promise<AppError | null>

/** The shared slots of all keys. */
export type SlotSource = (keyRef: string) => SharedSlots

/** How late a slot is used without asking, as a part of the window; one that is missed by more is lost to a fast key. */
const LATEST = 0.017
const MARGIN_MS = 2
const CATCH_UP_GAPS = 3.5
const MOST_AHEAD = 20
/** Part of a gap: a slot that is missed by more is as good as the next one. */
const WORTH_USING = 0.75
const PATIENCE_MS = 5000
const RETRY_MS = 200

const OUT_OF_REACH =
  'The database that shares this key’s pace among processes does not answer; the call was not sent. Nothing was charged. Try again in a moment.'

/** Whether a wait for a slot ended because the database did not answer. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof AppError && error.message === OUT_OF_REACH

/** Slots from a row per key in the database that the processes share (docs/run/pacing-shared.md). */
export function createSlotSource(store: SlotStore, clock: Clock): SlotSource {
  const database = createDatabaseClock()
  return (keyRef) => createSharedSlots(keyRef, { store, clock, database })
}

interface Sources {
  readonly store: SlotStore
  readonly clock: Clock
  readonly database: DatabaseClock
}

function createSharedSlots(keyRef: string, { store, clock, database }: Sources): SharedSlots {
  // Recomputed from the database's clock, since its estimate improves.
  let held: UsedSlot[] = []
  let taking: Taking | null = null
  let failing: { readonly since: number; readonly last: number } | null = null
  let rate = perSecond(1)
  const jitter = createJitter()

  const latestMs = () => LATEST * rate.windowMs
  /** How late after its slot a call may leave before others have to know. */
  const toleratedMs = () => spareMs(rate.windowMs) - (guardMs(rate.windowMs) - rate.windowMs)
  /** The call that would be one too many in a window waits for one that leaves at a moment of the database's clock. */
  const noteLate = ({ number }: UsedSlot, leaves: number): Promise<boolean> => {
    const tooMany = number + Math.max(1, Math.floor(rate.requests))
    return store
      .noteLate(keyRef, { number, until: leaves + guardMs(rate.windowMs) }, tooMany + 1)
      .catch(() => false)
  }

  /** Until when the calls of slots are known to leave: a note that says nothing new would push an older one out of the row. */
  const noted = new WeakMap<UsedSlot, number>()
  const noteIfLate = (slot: UsedSlot, now: number, toleratedMs: number): void => {
    const lateMs = now - database.toLocal(slot.at)
    if (lateMs <= toleratedMs || lateMs <= (noted.get(slot) ?? 0)) return
    noted.set(slot, lateMs)
    void noteLate(slot, slot.at + lateMs)
  }

  const hold = (begun: Taking) => {
    taking = begun.finally(() => {
      taking = null
    })
  }
  const letGo = (earliest: number) => {
    while (held[0] !== undefined && database.toLocal(held[0].from) + latestMs() < earliest) held.shift()
  }

  /** When the call of a claimed slot may leave. A later moment was noted before the database's clock was set back. */
  const fromOf = (number: number, at: number, { late, nowMs }: TakenSlots): number => {
    const before = number - Math.max(1, Math.floor(rate.requests))
    const waits = late.filter((call) => call.number <= before && call.until <= nowMs + 2 * rate.windowMs)
    return Math.max(at, ...waits.map(({ until }) => until))
  }

  /** A call that waits alone has nothing to catch up on. */
  const catchUpGaps = (calls: number): number => {
    const burst = burstOf(rate)
    if (burst > 1) return burst - 1
    return calls < 2 ? 0 : CATCH_UP_GAPS
  }

  async function take(count: number, { calls, gapMs: pace, isStrict }: Wanted): Taking {
    const askedAt = clock.monotonic()
    const gapMs = pace * (1 + jitter.spareMs() / rate.windowMs)
    const reachable = latestMs() - MARGIN_MS - database.roundTripMs()
    const catchUpMs = Math.min(isStrict ? 0 : catchUpGaps(calls) * gapMs, reachable)
    try {
      const taken = await store.take(keyRef, { gapMs, count, catchUpMs })
      failing = null
      if (database.told({ askedAt, answeredAt: clock.monotonic(), databaseMs: taken.nowMs })) held = []
      for (let each = 0; each < count; each++) {
        const [number, at] = [taken.number + each, taken.firstMs + each * gapMs]
        held.push({ number, at, from: fromOf(number, at, taken) })
      }
      held.sort((one, other) => one.from - other.from)
      return null
    } catch (cause) {
      const now = clock.monotonic()
      // An old failure says nothing about how long this one will last.
      const isSame = failing !== null && now - failing.last < PATIENCE_MS
      failing = { since: isSame && failing ? failing.since : askedAt, last: now }
      if (now - failing.since >= PATIENCE_MS) return new AppError('unavailable', OUT_OF_REACH, {}, { cause })
      await clock.sleep(RETRY_MS)
      return null
    }
  }

  /** A barely missed slot is used anyway, if all processes can learn it in time. */
  async function keepMissed(slot: UsedSlot, from: number): Taking {
    if (await noteLate(slot, from + latestMs())) held.unshift({ ...slot, from })
    return null
  }

  /** When a missed slot can be used, in the database's time; null if that gains nothing. */
  const worthUsing = ({ from }: UsedSlot, now: number, { calls, gapMs, isStrict }: Wanted): number | null => {
    const lateMs = now - database.toLocal(from)
    const soonMs = lateMs + MARGIN_MS + database.roundTripMs() - latestMs()
    return lateMs > latestMs() && soonMs <= WORTH_USING * gapMs && calls > 0 && !isStrict
      ? from + soonMs
      : null
  }

  return {
    next(earliest) {
      letGo(earliest)
      return held[0] === undefined ? null : database.toLocal(held[0].from)
    },
    use(now) {
      letGo(now)
      const slot = held.shift() ?? null
      // Not every caller says when its call leaves: what waited for a late call is known to be late without it.
      if (slot) noteIfLate(slot, now, latestMs())
      return slot
    },
    left(slot, now) {
      jitter.left(Math.max(0, now - database.toLocal(slot.from)))
      noteIfLate(slot, now, toleratedMs())
    },
    provide(wanted) {
      const now = clock.monotonic()
      rate = wanted.rate
      const [only, another] = held
      if (only !== undefined && another === undefined && !taking) {
        const from = worthUsing(only, now, wanted)
        held = from === null ? held : []
        if (from !== null) hold(keepMissed(only, from))
      }
      letGo(now)
      // As many as leave while an answer is on its way; more would only be missed if this process stalls.
      const ahead = Math.min(MOST_AHEAD, 1 + Math.floor((2 * database.roundTripMs()) / wanted.gapMs))
      const lacking = Math.min(wanted.calls, ahead) - held.length
      if (lacking > 0 && !taking) hold(take(lacking, wanted))
      return held.length === 0 && wanted.calls > 0 ? taking : null
    },
    pause(forMs) {
      // If the database cannot be told, this process pauses alone, and the others find out on their own.
      store.pause(keyRef, forMs).catch(() => undefined)
    },
  }
}
