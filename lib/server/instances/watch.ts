import type { Clock } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { bringBack, declareDead, selectSilent } from './store'

/** Silence after which an instance may be dead. */
export const SILENT_AFTER_MS = 60_000
/** Longer than the time between beats, so that a living instance is seen between two looks. */
const BETWEEN_LOOKS_MS = 15_000
/**
 * Maximum time between beats of an instance that judges others: after a longer gap, they may have been silent for the
 * same reason.
 */
const STEADY_MS = 30_000

/** Watches the other instances. On PostgreSQL only. */
export interface Watch {
  /** Notes a beat of this instance, `sinceMs` after its last one; null if a beat or a look failed. */
  noteBeat(sinceMs: number | null): void
  /** Marks as dead those that stay silent. The first look after an interruption of its own does not count. */
  look(): Promise<void>
}

/** Creates the watch of an instance. All times are the database's: see `momentSql`. */
export function createWatch(db: Db, clock: Clock, id: string): Watch {
  /** When each was first found silent. */
  let suspects: ReadonlyMap<string, number> = new Map()
  let isInterrupted = false

  const interrupt = () => {
    isInterrupted = true
    suspects = new Map()
  }
  async function declareSilent(): Promise<void> {
    const silent = await selectSilent(db, clock, id, SILENT_AFTER_MS)
    suspects = new Map(silent.map((other) => [other.id, suspects.get(other.id) ?? other.lookedMs]))
    for (const { id: other, lookedMs } of silent)
      if (lookedMs - (suspects.get(other) ?? lookedMs) >= BETWEEN_LOOKS_MS)
        await declareDead(db, clock, other, { by: id, silentMs: SILENT_AFTER_MS, freshMs: STEADY_MS })
  }
  return {
    noteBeat(sinceMs) {
      if (sinceMs === null || Math.abs(sinceMs) > STEADY_MS) interrupt()
    },
    async look() {
      if (isInterrupted) {
        await bringBack(db, clock, SILENT_AFTER_MS)
        isInterrupted = false
        return
      }
      await declareSilent().catch((error: unknown) => {
        interrupt()
        throw error
      })
    },
  }
}
