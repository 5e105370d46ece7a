import { AppError, type Clock, perSecond, type Rate } from '@/lib/kernel'
import { burstSize, windowGuardMs, windowSlackMs } from './spacing'
import type { ClaimedSlots, SlotStore } from './store'

/** The slots of one shared key that this process has claimed. Times are local milliseconds. */
export interface SharedSlots {
  /** Returns when the next call may leave; null while no slot is at hand. Drops slots that would be used too late. */
  next(earliest: number): number | null
  /** Uses the next slot; null if none is at hand. */
  use(now: number): UsedSlot | null
  /** Records that a call leaves only now. If that is late, all processes learn of it. */
  left(slot: UsedSlot, now: number): void
  /** Claims slots for the waiting calls. Returns the claim while none is at hand, else null; see `Taking`. */
  provide(wanted: SlotDemand): SlotClaim | null
  /** Pauses the key in all processes. */
  pause(forMs: number): void
}

/** A claimed slot. Times are milliseconds since 1970 by the database's clock. */
export interface UsedSlot {
  /** Its number among all slots of the key. */
  readonly number: number
  readonly at: number
  /** Moment from which its call may leave: later than `at` if a call one window before it left late. */
  readonly from: number
}

export interface SlotDemand {
  /** Number of waiting calls. */
  readonly calls: number
  /** The pack's limit. */
  readonly rate: Rate
  readonly gapMs: number
  readonly isStrict: boolean
}

/** Settles when a slot is at hand or a claim ended; with an error if the database has failed for too long. */
export type SlotClaim = Promise<AppError | null>

/** Returns the shared slots of a key. */
export type SlotSource = (keyRef: string) => SharedSlots

/**
 * Maximum lateness, as a fraction of the window, at which a slot is used without asking. A fast key loses one that is
 * missed by more.
 */
const LATEST = 0.017
const MARGIN_MS = 2
const CATCH_UP_GAPS = 3.5
const MAX_AHEAD = 20
/** Fraction of a gap: a slot missed by more is no better than the next one. */
const WORTH_USING = 0.75
const PATIENCE_MS = 5000
const RETRY_MS = 200

const OUT_OF_REACH =
  'The database that shares this key’s pace among processes does not answer; the call was not sent. Nothing was charged. Try again in a moment.'

/** Returns whether a wait for a slot ended because the database did not answer. */
export const isDatabaseUnreachable = (error: unknown): boolean =>
  error instanceof AppError && error.message === OUT_OF_REACH

/** Creates slots from one row per key in the database that the processes share (docs/run/pacing-shared.md). */
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
  // Local times are recomputed from the database's clock, because its estimate improves.
  let held: UsedSlot[] = []
  let taking: SlotClaim | null = null
  let failing: { readonly since: number; readonly last: number } | null = null
  let rate = perSecond(1)
  const jitter = createJitter()

  const latestMs = () => LATEST * rate.windowMs
  /** Returns how late after its slot a call may leave before the others have to know. */
  const toleratedMs = () => windowSlackMs(rate.windowMs) - (windowGuardMs(rate.windowMs) - rate.windowMs)
  /**
   * Records a late call, so that the one that would be one too many in its window waits. `leaves` is by the database's
   * clock.
   */
  const noteLate = ({ number }: UsedSlot, leaves: number): Promise<boolean> => {
    const tooMany = number + Math.max(1, Math.floor(rate.requests))
    return store
      .noteLate(keyRef, { number, until: leaves + windowGuardMs(rate.windowMs) }, tooMany + 1)
      .catch(() => false)
  }

  /** Lateness already recorded for each slot: a note that says nothing new would push an older one out of the row. */
  const noted = new WeakMap<UsedSlot, number>()
  const noteIfLate = (slot: UsedSlot, now: number, toleratedMs: number): void => {
    const lateMs = now - database.toLocal(slot.at)
    if (lateMs <= toleratedMs || lateMs <= (noted.get(slot) ?? 0)) return
    noted.set(slot, lateMs)
    void noteLate(slot, slot.at + lateMs)
  }

  const hold = (begun: SlotClaim) => {
    taking = begun.finally(() => {
      taking = null
    })
  }
  const letGo = (earliest: number) => {
    while (held[0] !== undefined && database.toLocal(held[0].from) + latestMs() < earliest) held.shift()
  }

  /**
   * Returns when the call of a claimed slot may leave. Notes too far ahead are ignored: they were written before the
   * database's clock was set back.
   */
  const fromOf = (number: number, at: number, { late, nowMs }: ClaimedSlots): number => {
    const before = number - Math.max(1, Math.floor(rate.requests))
    const waits = late.filter((call) => call.number <= before && call.until <= nowMs + 2 * rate.windowMs)
    return Math.max(at, ...waits.map(({ until }) => until))
  }

  /** Returns how many gaps may be caught up. A call that waits alone has none to catch up. */
  const catchUpGaps = (calls: number): number => {
    const burst = burstSize(rate)
    if (burst > 1) return burst - 1
    return calls < 2 ? 0 : CATCH_UP_GAPS
  }

  async function take(count: number, { calls, gapMs: pace, isStrict }: SlotDemand): SlotClaim {
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

  /** Keeps a barely missed slot if all processes can learn of it in time. */
  async function keepMissed(slot: UsedSlot, from: number): SlotClaim {
    if (await noteLate(slot, from + latestMs())) held.unshift({ ...slot, from })
    return null
  }

  /** Returns when a missed slot can be used, in the database's time; null if that gains nothing. */
  const worthUsing = (
    { from }: UsedSlot,
    now: number,
    { calls, gapMs, isStrict }: SlotDemand,
  ): number | null => {
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
      // Not every caller reports when its call leaves, but a call whose slot comes up late is known to be late anyway.
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
      const ahead = Math.min(MAX_AHEAD, 1 + Math.floor((2 * database.roundTripMs()) / wanted.gapMs))
      const lacking = Math.min(wanted.calls, ahead) - held.length
      if (lacking > 0 && !taking) hold(take(lacking, wanted))
      return held.length === 0 && wanted.calls > 0 ? taking : null
    },
    pause(forMs) {
      // If the database cannot be reached, this process pauses alone, and the others find out on their own.
      store.pause(keyRef, forMs).catch(() => undefined)
    },
  }
}

/** Measures how unsteadily this process sends: a busy machine delays calls between their slots and the limiter. */
interface Jitter {
  /** Records that a call left this many milliseconds after its slot. */
  left(lateMs: number): void
  /** Returns how many milliseconds longer a window should take than on a machine at rest. */
  spareMs(): number
}

/** Approximate number of calls that are remembered. */
const MAX_USED_SLOTS = 64
/** Spread that a machine at rest shows. */
const AT_REST_MS = 5
const MAX_SPARE_MS = 30

/**
 * Creates the measure. When a call of a busy machine arrives is unknown, but the lateness of departures shows how busy
 * it is: the spare time is twice their usual spread, less what is always there.
 */
function createJitter(): Jitter {
  let meanSquare = 0
  return {
    left(lateMs) {
      meanSquare += (lateMs * lateMs - meanSquare) / MAX_USED_SLOTS
    },
    spareMs: () => Math.min(MAX_SPARE_MS, Math.max(0, 2 * Math.sqrt(meanSquare) - AT_REST_MS)),
  }
}

/** An estimate of the database's clock. `local` is this process's monotonic clock; all in milliseconds. */
export interface DatabaseClock {
  /** Records an answer with the database's time. Returns true if that clock was set since the last one. */
  told(sample: ClockSample): boolean
  /** Converts a moment of the database's clock to a local one. Meaningless before the first answer. */
  toLocal(databaseMs: number): number
  /** Returns the usual duration of a query; 0 before the first. */
  roundTripMs(): number
}

export interface ClockSample {
  readonly askedAt: number
  readonly answeredAt: number
  readonly databaseMs: number
}

const MAX_SAMPLES = 11
const TRUSTED_MS = 10_000
const STEP_MS = 5

/**
 * Creates the estimate. The database read its clock somewhere between question and answer, so the quickest answer of
 * the last seconds is the best estimate; a delayed one says little.
 */
function createDatabaseClock(): DatabaseClock {
  const trips: number[] = []
  let best: { readonly offset: number; readonly trip: number; readonly at: number } | null = null
  return {
    told({ askedAt, answeredAt, databaseMs }) {
      const trip = answeredAt - askedAt
      trips.push(trip)
      if (trips.length > MAX_SAMPLES) trips.shift()
      const offset = databaseMs - (askedAt + answeredAt) / 2
      const isStep = best !== null && Math.abs(offset - best.offset) > trip / 2 + best.trip / 2 + STEP_MS
      if (!best || isStep || trip <= best.trip || answeredAt - best.at > TRUSTED_MS)
        best = { offset, trip, at: answeredAt }
      return isStep
    },
    toLocal: (databaseMs) => databaseMs - (best?.offset ?? 0),
    roundTripMs: () => [...trips].sort((a, b) => a - b)[Math.floor(trips.length / 2)] ?? 0,
  }
}
