import { endAbandonedRuns } from '@/lib/collect/runs'
import { type Clock, newId } from '@/lib/kernel'
import { endAbandonedAttempts } from '@/lib/money/ledger'
import type { Db, Engine } from '@/lib/platform/db'
import { insertInstance, selectLivingInstanceIds, stopInstance, touchInstance } from './store'

const BEAT_MS = 10_000
const SILENT_AFTER_MS = 60_000

/** This process, as other instances see it. */
export interface Instance {
  readonly id: string
  /** Attempts of dead processes that ended as unknown when this one started. */
  readonly recovered: number
  stop(): Promise<void>
}

/**
 * Registers this process and ends what dead ones left open. On SQLite no other process uses the file, so that is
 * everything. On PostgreSQL it is only what instances left that have been silent for a minute, checked repeatedly while
 * this one runs.
 */
export async function startInstance(
  db: Db,
  engine: Engine,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<Instance> {
  const id = newId()
  await insertInstance(db, id, clock.now())
  const recover = async () => {
    const since = new Date(clock.now().getTime() - SILENT_AFTER_MS)
    const living = engine === 'sqlite' ? [id] : [id, ...(await selectLivingInstanceIds(db, since))]
    await endAbandonedRuns(db, clock, living)
    return endAbandonedAttempts(db, clock, living)
  }
  const recovered = await recover()
  const beat = setInterval(() => {
    touchInstance(db, id, clock.now())
      .then(engine === 'postgres' ? recover : () => undefined)
      .catch(onError)
  }, BEAT_MS)
  beat.unref()
  return {
    id,
    recovered,
    async stop() {
      clearInterval(beat)
      await stopInstance(db, id, clock.now())
    },
  }
}
