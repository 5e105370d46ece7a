import { AppError, type Clock } from '@/lib/kernel'
import { createDatabaseClock, type DatabaseClock } from './database-clock'
import type { SlotStore } from './store'

/** The slots of one shared key that this process has claimed. Local milliseconds. */
export interface SharedSlots {
  /** When the next call may leave; null while no slot is at hand. Slots that would be used too late are dropped. */
  next(earliest: number): number | null
  /** Uses the next slot; false if none is at hand. */
  use(now: number): boolean
  /** Claims slots for the waiting calls. Returns the claim while none is at hand, else null; see `Taking`. */
  provide(wanted: Wanted): Taking | null
  /** Pauses the key in all processes. */
  pause(forMs: number): void
}

export interface Wanted {
  /** How many calls wait. */
  readonly calls: number
  readonly gapMs: number
  readonly isStrict: boolean
}

/** Settles when a slot is at hand or a claim ended; with an error if the database has failed for too long. */
export type Taking = Promise<AppError | null>

/** The shared slots of all keys. */
export type SlotSource = (keyRef: string) => SharedSlots

/**
 * How late a slot may be used. At 0.98 of the rate, a second holds no more than the pack allows if calls leave within
 * 20 ms after their slots; the rest is for the network.
 */
const LATEST_MS = 17
const MARGIN_MS = 2
const CATCH_UP_GAPS = 3.5
const MOST_AHEAD = 20
/** Part of a gap: moving all slots by more than this costs hardly less than losing the missed one. */
const WORTH_MOVING = 0.75
/** Slots claimed before the row moves stay; moving must not put more of them into one second. */
const FARTHEST_MOVE_MS = 1021
const PATIENCE_MS = 5000
const RETRY_MS = 200

const OUT_OF_REACH =
  'The database that shares this key’s pace among processes does not answer; the call was not sent. Nothing was charged. Try again in a moment.'

/** Whether a wait for a slot ended because the database did not answer. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof AppError && error.message === OUT_OF_REACH

/** Slots from a row per key in the database that the processes share (docs/pacing-shared.md). */
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
  let held: number[] = []
  let taking: Taking | null = null
  let failing: { readonly since: number; readonly last: number } | null = null

  const hold = (begun: Taking) => {
    taking = begun.finally(() => {
      taking = null
    })
  }
  const letGo = (earliest: number) => {
    while (held[0] !== undefined && database.toLocal(held[0]) + LATEST_MS < earliest) held.shift()
  }

  async function take(count: number, { gapMs, isStrict }: Wanted): Taking {
    const askedAt = clock.monotonic()
    const reachable = LATEST_MS - MARGIN_MS - database.roundTripMs()
    const catchUpMs = Math.min(isStrict ? 0 : CATCH_UP_GAPS * gapMs, reachable)
    try {
      const { firstMs, nowMs } = await store.take(keyRef, { gapMs, count, catchUpMs })
      failing = null
      if (database.told({ askedAt, answeredAt: clock.monotonic(), databaseMs: nowMs })) held = []
      for (let each = 0; each < count; each++) held.push(firstMs + each * gapMs)
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

  /** A barely missed slot is used anyway, and every unclaimed slot moves back by as much. */
  async function move(missed: number, byMs: number): Taking {
    const isMoved = await store.move(keyRef, { byMs, until: missed + FARTHEST_MOVE_MS }).catch(() => false)
    if (isMoved) held.unshift(missed + byMs)
    return null
  }

  /** How far the row must move to bring a missed slot in time; null if that gains nothing. */
  const worthMoving = (slot: number, now: number, { calls, gapMs, isStrict }: Wanted): number | null => {
    const lateMs = now - database.toLocal(slot) - LATEST_MS
    const byMs = lateMs + MARGIN_MS + database.roundTripMs()
    return lateMs > 0 && byMs <= WORTH_MOVING * gapMs && calls > 0 && !isStrict ? byMs : null
  }

  return {
    next(earliest) {
      letGo(earliest)
      return held[0] === undefined ? null : database.toLocal(held[0])
    },
    use(now) {
      letGo(now)
      return held.shift() !== undefined
    },
    provide(wanted) {
      const now = clock.monotonic()
      const [only, another] = held
      if (only !== undefined && another === undefined && !taking) {
        const byMs = worthMoving(only, now, wanted)
        held = byMs === null ? held : []
        if (byMs !== null) hold(move(only, byMs))
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
