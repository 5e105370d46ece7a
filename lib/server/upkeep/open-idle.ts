import { existsSync } from 'node:fs'
import { AppError, type Clock } from '@/lib/kernel'
import { type Db, type DbLocation, hasFittingSchema, openDb, resolveDbLocation } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import { isAnyInstanceLive } from '@/lib/server/instances'
import { lockDataFolder } from '@/lib/server/runtime'

/** A database that no Purser uses. */
export interface IdleDatabase {
  readonly db: Db
  close(): Promise<void>
}

const LIVE =
  'Purser runs on this database. Stop all instances first; one that was killed counts for a minute.'
const OTHER_SCHEMA =
  'The database is not that of this version of Purser. Start Purser of this version once, stop it, and try again.'

/** Throws a message if a Purser seems to run. On SQLite the hold of the data folder already says so. */
export async function requireIdleDatabase(
  db: Parameters<typeof isAnyInstanceLive>[0],
  clock: Clock,
): Promise<void> {
  if (await isAnyInstanceLive(db, clock)) throw new AppError('unavailable', LIVE)
}

/** Throws a message if there is no SQLite file. */
export function requireDatabaseFile(location: DbLocation): void {
  if (location.engine === 'sqlite' && !existsSync(/* turbopackIgnore: true */ location.file))
    throw new AppError('unavailable', `There is no database: ${location.file} does not exist.`)
}

/**
 * Opens the database of the settings for a command that must be alone with it: on SQLite it holds the data folder, and
 * on PostgreSQL no instance may live. Throws a message for the operator.
 */
export async function openIdleDatabase(env: Env, prismaFolder: string, clock: Clock): Promise<IdleDatabase> {
  const location = resolveDbLocation(env)
  requireDatabaseFile(location)
  const hold =
    location.engine === 'sqlite' ? await lockDataFolder(env.PURSER_DATA, { clock, patienceMs: 0 }) : null
  const db = openDb(location)
  const close = async () => {
    await db.$disconnect()
    await hold?.release()
  }
  try {
    const fits = await hasFittingSchema(db, prismaFolder).catch(() => false)
    if (!fits) throw new AppError('unavailable', OTHER_SCHEMA)
    await requireIdleDatabase(db, clock)
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}
