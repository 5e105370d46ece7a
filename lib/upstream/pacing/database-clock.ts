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

const REMEMBERED = 11
const TRUSTED_MS = 10_000
const STEP_MS = 5

/**
 * Creates the estimate. The database read its clock somewhere between question and answer, so the quickest answer of
 * the last seconds is the best estimate; a delayed one says little.
 */
export function createDatabaseClock(): DatabaseClock {
  const trips: number[] = []
  let best: { readonly offset: number; readonly trip: number; readonly at: number } | null = null
  return {
    told({ askedAt, answeredAt, databaseMs }) {
      const trip = answeredAt - askedAt
      trips.push(trip)
      if (trips.length > REMEMBERED) trips.shift()
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
