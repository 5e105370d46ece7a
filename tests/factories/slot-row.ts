import type { Clock } from '@/lib/kernel'
import type { LateCall, SlotStore } from '@/lib/upstream/pacing'

/** A key's row in memory, in a test's time, as the database keeps it; and what a test does to that database. */
export interface SlotRow extends SlotStore {
  /** Every question fails from now on, or no longer. */
  fail(isFailing: boolean): void
  /** Somebody sets the database's clock. */
  setClockBy(ms: number): void
  /** How many slots were taken. */
  taken(): number
}

const BEGAN_MS = 1_700_000_000_000

export function makeSlotRow(clock: Clock, roundTripMs = 1): SlotRow {
  let [next, pausedUntil, taken, setBy, written] = [0, 0, 0, 0, 0]
  let late: LateCall[] = []
  let isFailing = false
  const databaseNow = () => BEGAN_MS + setBy + clock.monotonic()
  /** What was written before the clock was set back means nothing. */
  const write = () => {
    if (written > databaseNow() + 1000) [next, pausedUntil] = [0, 0]
    written = databaseNow()
  }
  const ask = async <T>(answer: () => T): Promise<T> => {
    await clock.sleep(roundTripMs / 2)
    if (isFailing) throw new Error('connection refused')
    const answered = answer()
    await clock.sleep(roundTripMs / 2)
    return answered
  }
  return {
    take: (_, { gapMs, count, catchUpMs }) =>
      ask(() => {
        write()
        const firstMs = Math.max(next, pausedUntil, databaseNow() - catchUpMs)
        const number = taken
        next = firstMs + gapMs * count
        taken += count
        return { firstMs, nowMs: databaseNow(), number, late }
      }),
    noteLate: (_, call, maxTaken) =>
      ask(() => {
        const isPossible = taken < maxTaken && pausedUntil <= databaseNow()
        if (isPossible) late = [...late, call].slice(-180)
        return isPossible
      }),
    pause: (_, forMs) =>
      ask(() => {
        write()
        pausedUntil = Math.max(pausedUntil, databaseNow() + forMs)
      }),
    fail(failing) {
      isFailing = failing
    },
    setClockBy(ms) {
      setBy += ms
    },
    taken: () => taken,
  }
}
