import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { type DbLocation, migrate } from '@/lib/platform/db'
import { someLiveDuringMigration } from '@/lib/server/instances'

/** Longer than the time for which a killed process counts as living. */
const PATIENCE_MS = 75_000
const PAUSE_MS = 1000

interface AloneOptions {
  readonly clock?: Clock
  readonly patienceMs?: number
  /** Reports to the operator. */
  say?(line: string): void
}

const CHANGES =
  'The database is brought up to date. This takes seconds, or minutes with millions of pages: please wait.'
const WAITS =
  'Another Purser of another version uses the database. Waiting for its end, up to a minute for one that was killed.'
const STAYS =
  'Another Purser of another version uses it, and would go on writing what it knows. Nothing was changed. Stop all instances before an update; one that was killed counts for a minute.'

/**
 * Brings the schema up to date while no other instance runs: one of another version would write into changed tables,
 * and this version's counts would miss its pages. Waits for others to end. On SQLite the hold of the data folder
 * already ensures that. Throws a message for the operator.
 */
export async function migrateAlone(
  location: DbLocation,
  prismaFolder: string,
  { clock = systemClock, patienceMs = PATIENCE_MS, say = console.log }: AloneOptions = {},
): Promise<string[]> {
  const since = clock.monotonic()
  for (let tries = 1; ; tries++) {
    const done = await migrate(location, prismaFolder, async (ask) => {
      if (location.engine === 'postgres' && (await someLiveDuringMigration(ask))) throw new OthersLive()
      say(CHANGES)
    }).catch((error: unknown) => {
      if (error instanceof OthersLive) return null
      throw error
    })
    if (done) return done
    if (clock.monotonic() - since >= patienceMs) throw new AppError('unavailable', STAYS)
    if (tries === 1) say(WAITS)
    await clock.sleep(PAUSE_MS)
  }
}

class OthersLive extends Error {
  override readonly name = 'OthersLive'
}
