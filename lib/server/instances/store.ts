import type { Clock } from '@/lib/kernel'
import { type Db, engineOf, type MigrationQuery, momentSql, type Tx } from '@/lib/platform/db'

/** The only file that names Instance. Its times are the database's: see `momentSql`. */

/** Name of a lock whose holder may add an instance, or change the schema of the running ones. */
export const INSTANCES_LOCK = 'instances'

export const insertInstance = (db: Tx, clock: Clock, id: string) => {
  const now = momentSql(db, clock)
  return db.$executeRaw`INSERT INTO "Instance" ("id", "startedAt", "seenAt") VALUES (${id}, ${now}, ${now})`
}

/**
 * Notes that an instance lives. Returns the milliseconds since the last note by the database's clock (0 on SQLite,
 * where nobody watches); null if another instance has taken it for dead.
 */
export async function touchInstance(db: Db, clock: Clock, id: string): Promise<number | null> {
  const now = momentSql(db, clock)
  if (engineOf(db) === 'sqlite') {
    const touched = await db.$executeRaw`
      UPDATE "Instance" SET "seenAt" = ${now} WHERE "id" = ${id} AND "diedAt" IS NULL`
    return touched > 0 ? 0 : null
  }
  const [row] = await db.$queryRaw<{ sinceMs: number }[]>`
    UPDATE "Instance" AS "me" SET "seenAt" = ${now} FROM "Instance" AS "before"
    WHERE "me"."id" = ${id} AND "before"."id" = "me"."id" AND "me"."diedAt" IS NULL
    RETURNING CAST(EXTRACT(EPOCH FROM "me"."seenAt" - "before"."seenAt") * 1000 AS DOUBLE PRECISION) AS "sinceMs"`
  return row?.sinceMs ?? null
}

export const stopInstance = (db: Db, clock: Clock, id: string) =>
  db.$executeRaw`UPDATE "Instance" SET "stoppedAt" = ${momentSql(db, clock)} WHERE "id" = ${id}`

/** Counts the instances that seem to run, because they were seen within `silentMs`. */
export const countLiveInstances = async (tx: Db | Tx, clock: Clock, silentMs: number): Promise<number> => {
  const [row] = await tx.$queryRaw<{ count: bigint | number }[]>`
    SELECT COUNT(*) AS "count" FROM "Instance" WHERE "stoppedAt" IS NULL AND "diedAt" IS NULL
      AND "seenAt" >= ${momentSql(tx, clock, -silentMs)}`
  return Number(row?.count ?? 0)
}

/**
 * Returns whether any instance runs, asked within migrations on PostgreSQL. None registers until they have ended: see
 * `register`.
 */
export async function isAnyLiveInMigration(ask: MigrationQuery, silentMs: number): Promise<boolean> {
  await ask(`SELECT 1 AS "held" FROM pg_advisory_xact_lock(hashtextextended('${INSTANCES_LOCK}', 0))`)
  const [row] = await ask(`
    SELECT COUNT(*)::int AS "count" FROM "Instance" i
    WHERE i."stoppedAt" IS NULL AND i."diedAt" IS NULL
      AND abs(EXTRACT(EPOCH FROM timezone('UTC', clock_timestamp()) - i."seenAt")) * 1000 <= ${silentMs}`)
  return row?.count !== 0
}

/** An instance that has not been seen for a while. */
export interface SilentInstance {
  readonly id: string
  /** Time of this query, in milliseconds by the database's clock. */
  readonly lookedMs: number
}

/** Returns the other instances that have neither stopped nor been seen for `silentMs`. On PostgreSQL only. */
export const selectSilentInstances = (
  db: Db,
  clock: Clock,
  id: string,
  silentMs: number,
): Promise<SilentInstance[]> =>
  db.$queryRaw<SilentInstance[]>`
    SELECT "id", CAST(EXTRACT(EPOCH FROM ${momentSql(db, clock)}) * 1000 AS DOUBLE PRECISION) AS "lookedMs"
    FROM "Instance" WHERE "stoppedAt" IS NULL AND "diedAt" IS NULL AND "id" <> ${id}
      AND "seenAt" < ${momentSql(db, clock, -silentMs)}`

/**
 * Marks as seen now those that were seen in the future, because the database's clock was set back. Otherwise a dead
 * one would count as living until the clock catches up. On PostgreSQL only.
 */
export const resetFutureSeenTimes = (db: Db, clock: Clock, silentMs: number) =>
  db.$executeRaw`
    UPDATE "Instance" SET "seenAt" = ${momentSql(db, clock)}
    WHERE "stoppedAt" IS NULL AND "diedAt" IS NULL AND "seenAt" > ${momentSql(db, clock, silentMs)}`

/** Marks an instance as dead, unless it has been seen meanwhile or `by` itself has not been seen for `freshMs`. */
export const markInstanceDead = (
  db: Db,
  clock: Clock,
  id: string,
  { by, silentMs, freshMs }: { readonly by: string; readonly silentMs: number; readonly freshMs: number },
) =>
  db.$executeRaw`
    UPDATE "Instance" SET "diedAt" = ${momentSql(db, clock)}
    WHERE "id" = ${id} AND "stoppedAt" IS NULL AND "diedAt" IS NULL
      AND "seenAt" < ${momentSql(db, clock, -silentMs)}
      AND EXISTS (SELECT 1 FROM "Instance" AS "me" WHERE "me"."id" = ${by} AND "me"."diedAt" IS NULL
        AND "me"."seenAt" >= ${momentSql(db, clock, -freshMs)})`

/** Marks every other instance as dead. */
export const markOtherInstancesDead = (db: Db, clock: Clock, id: string) =>
  db.$executeRaw`
    UPDATE "Instance" SET "diedAt" = ${momentSql(db, clock)}
    WHERE "id" <> ${id} AND "stoppedAt" IS NULL AND "diedAt" IS NULL`

/**
 * Returns those of the instances that no longer work, because they stopped, were taken for dead, or have no row. An
 * instance has its row before it works.
 */
export async function selectGoneInstances(db: Db, ids: readonly string[]): Promise<string[]> {
  const living = await db.instance.findMany({
    where: { id: { in: [...ids] }, stoppedAt: null, diedAt: null },
    select: { id: true },
  })
  const known = new Set(living.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
