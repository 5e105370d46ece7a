import { AppError, type Clock } from '@/lib/kernel'
import {
  type AskInMigration,
  type Db,
  engineOf,
  hasFittingSchema,
  lock,
  type Tx,
  transaction,
} from '@/lib/platform/db'
import type { SecretCheck } from '@/lib/platform/vault'
import { anotherSecret, missingCheck } from './secret-sentences'
import { countLiving, INSTANCES_LOCK, insertInstance, someLiveBeside } from './store'
import { SILENT_AFTER_MS } from './watch'

/**
 * Adds an instance to those that run. All of them share their secrets: it throws a message for the operator if others
 * live with another secret, or live and have yet to note theirs again. If none lives, the session secret may change.
 * If the folder of migrations is given, the schema must still be this version's.
 */
export async function register(
  db: Db,
  clock: Clock,
  id: string,
  checks: readonly SecretCheck[],
  prismaFolder: string | null,
): Promise<void> {
  // Computes the checks beforehand, so that they cost no time under the lock.
  for (const check of checks) await check.compare(db)
  await transaction(db, async (tx) => {
    await lock(tx, INSTANCES_LOCK, 'exclusive')
    if (prismaFolder !== null && !(await hasFittingSchema(tx, prismaFolder))) throw refuse(OTHER_VERSION)
    for (const check of checks) await admit(tx, clock, check)
    await insertInstance(tx, clock, id)
  })
}

async function admit(tx: Tx, clock: Clock, check: SecretCheck): Promise<void> {
  const found = await check.compare(tx)
  if (found === 'same') return
  if (found === 'another' && check.name === 'master key') throw refuse(anotherSecret[check.name])
  if ((await countLiving(tx, clock, SILENT_AFTER_MS)) > 0)
    throw refuse(found === 'missing' ? missingCheck(check.name) : anotherSecret[check.name])
  await check.note(tx)
}

const OTHER_VERSION =
  'A Purser of another version has changed the database meanwhile. Start that version everywhere.'

const refuse = (sentence: string) => new AppError('unavailable', sentence)

/** Returns whether any instance seems to run on the database. On SQLite an instance that starts is alone. */
export const someLive = async (db: Db | Tx, clock: Clock): Promise<boolean> =>
  engineOf(db) === 'postgres' && (await countLiving(db, clock, SILENT_AFTER_MS)) > 0

/**
 * Returns whether any instance runs on a PostgreSQL database that is about to be migrated: it would write what it
 * knows into changed tables. None registers until the migrations have ended.
 */
export const someLiveDuringMigration = (ask: AskInMigration): Promise<boolean> =>
  someLiveBeside(ask, SILENT_AFTER_MS)
