import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import { PLACE_MS } from '../core/may'
import type { Continuation } from './continuation'

/**
 * Positions at which background runs ended and from which a person can continue within an hour. A position holds a
 * cursor, so it is only in this process's memory (upstream-interface, Pagination rule 2).
 */
interface KeptPlaces {
  keep(place: Continuation): void
  /** Takes the run's position, once; null if this process has none. */
  take(runId: string): Continuation | null
}

/** Maximum number of positions; beyond it, the oldest is dropped. */
const MAX_PLACES = 1000
/** Number of pages that are remembered across the stop; a longer loop is not noticed. */
const MAX_REMEMBERED = 1000

export function createKeptPlaces(clock: Clock): KeptPlaces {
  const places = createCache<Continuation>({
    most: MAX_PLACES,
    life: { ms: PLACE_MS, now: () => clock.now().getTime() },
  })
  return {
    keep(place) {
      places.set(place.run, { ...place, seen: place.seen.slice(-2 * MAX_REMEMBERED), emptyPages: 0 })
    },
    take(runId) {
      const place = places.get(runId) ?? null
      places.delete(runId)
      return place
    },
  }
}
