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
 * Adds an instance to those that run. All that run have the same secrets: if others live that have another one, or that
 * will note theirs again, it throws a sentence. If none does, the session secret may change. The schema must be the one of
 * this version still, where its folder of migrations is given.
 */
export async function register(
  db: Db,
  clock: Clock,
  id: string,
  checks: readonly SecretCheck[],
  prismaFolder: string | null,
): Promise<void> {
  // What this computes is known then, and costs no time under the lock.
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

/** Whether any instance runs on the database, as far as anybody can know. On SQLite one that starts is alone. */
export const someLive = async (db: Db | Tx, clock: Clock): Promise<boolean> =>
  engineOf(db) === 'postgres' && (await countLiving(db, clock, SILENT_AFTER_MS)) > 0

/**
 * Whether any instance runs on a PostgreSQL that is about to be migrated: it would write what it knows into tables that have
 * changed. None registers until the migrations have ended.
 */
export const someLiveDuringMigration = (ask: AskInMigration): Promise<boolean> =>
  someLiveBeside(ask, SILENT_AFTER_MS)
