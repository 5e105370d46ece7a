import type { Clock } from '@/lib/kernel'
import type { SlotStore } from '@/lib/upstream/pacing'

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
const FARTHEST_MS = 60_000

export function makeSlotRow(clock: Clock, roundTripMs = 1): SlotRow {
  let [next, pausedUntil, taken, setBy] = [0, 0, 0, 0]
  let isFailing = false
  const databaseNow = () => BEGAN_MS + setBy + clock.monotonic()
  const known = (moment: number) => (moment > databaseNow() + FARTHEST_MS ? 0 : moment)
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
        const firstMs = Math.max(known(next), known(pausedUntil), databaseNow() - catchUpMs)
        next = firstMs + gapMs * count
        taken += count
        return { firstMs, nowMs: databaseNow() }
      }),
    move: (_, { byMs, until }) =>
      ask(() => {
        const isPossible = next <= until && pausedUntil <= databaseNow()
        if (isPossible) next += byMs
        return isPossible
      }),
    pause: (_, forMs) =>
      ask(() => {
        pausedUntil = Math.max(known(pausedUntil), databaseNow() + forMs)
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
