import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import { PLACE_MS } from '../core/may'
import type { Continuation } from './continuation'

/**
 * Where runs in the background ended that a person can continue, for an hour. A place holds a cursor, so it is in this
 * process's memory alone (upstream-interface, Pagination rule 2).
 */
interface KeptPlaces {
  keep(place: Continuation): void
  /** The run's place, once; null where this process has none. */
  take(runId: string): Continuation | null
}

/** With more of them the one that was kept first goes. */
const MAX_PLACES = 1000
/** A loop that is longer than these pages is not noticed across the stop. */
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
