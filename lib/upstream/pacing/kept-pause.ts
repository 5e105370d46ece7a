import type { Clock } from '@/lib/kernel'
import type { SlotClaim } from './shared-slots'
import type { PauseStore } from './store'

/** The pause of one key that outlives this process. Times are milliseconds of a monotonic clock. */
export interface KeptPause {
  /** Reads what an earlier process left, once. Returns null as soon as it is known. */
  recall(): SlotClaim | null
  /** Moment before which nothing leaves, as an earlier process left it. */
  readonly until: number
  /** Keeps calls back until then, in the next process too. */
  keep(until: number): void
}

/** Minimum pause that is kept, because a restart takes as long as a shorter one: writing one a call would be for nothing. */
const MIN_KEPT_MS = 2000

/**
 * Creates the pause of a key. Without it, a restart would send a call into the time for which the upstream asked to be
 * left alone, or too soon after the last call of a slow key.
 */
export function createKeptPause(keyRef: string, store: PauseStore, clock: Clock): KeptPause {
  let until = Number.NEGATIVE_INFINITY
  let keptUntil = until
  let recalling: SlotClaim | null = null
  let isRecalled = false
  let writing = Promise.resolve()

  async function read(): SlotClaim {
    // Without the database no call is charged either, so its own failure is reported elsewhere.
    const leftMs = await store.findLeftMs(keyRef).catch(() => 0)
    if (leftMs > 0) until = keptUntil = clock.monotonic() + leftMs
    isRecalled = true
    return null
  }

  return {
    recall() {
      if (isRecalled) return null
      recalling ??= read()
      return recalling
    },
    get until() {
      return until
    },
    keep(wanted) {
      if (wanted <= keptUntil || wanted - clock.monotonic() < MIN_KEPT_MS) return
      keptUntil = wanted
      // One after the other, or an earlier pause could replace a later one.
      writing = writing.then(() => store.pause(keyRef, wanted - clock.monotonic())).catch(() => undefined)
    },
  }
}
