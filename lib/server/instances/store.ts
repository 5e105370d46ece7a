import type { Clock } from '@/lib/kernel'
import { type Db, momentSql, type Tx } from '@/lib/platform/db'

/** The only file that names Instance. Its times are the database's: see `momentSql`. */

export const insertInstance = (db: Tx, clock: Clock, id: string) => {
  const now = momentSql(db, clock)
  return db.$executeRaw`INSERT INTO "Instance" ("id", "startedAt", "seenAt") VALUES (${id}, ${now}, ${now})`
}

/** Notes that an instance lives; false if another one has taken it for dead. */
export const touchInstance = async (db: Db, clock: Clock, id: string): Promise<boolean> =>
  (await db.$executeRaw`
    UPDATE "Instance" SET "seenAt" = ${momentSql(db, clock)} WHERE "id" = ${id} AND "diedAt" IS NULL`) > 0

export const stopInstance = (db: Db, clock: Clock, id: string) =>
  db.$executeRaw`UPDATE "Instance" SET "stoppedAt" = ${momentSql(db, clock)} WHERE "id" = ${id}`

/** How many run, as far as anybody can know: those that were seen within such a time. */
export const countLiving = async (tx: Tx, clock: Clock, silentMs: number): Promise<number> => {
  const [row] = await tx.$queryRaw<{ count: bigint | number }[]>`
    SELECT COUNT(*) AS "count" FROM "Instance" WHERE "stoppedAt" IS NULL AND "diedAt" IS NULL
      AND "seenAt" >= ${momentSql(tx, clock, -silentMs)}`
  return Number(row?.count ?? 0)
}

/** Other instances that have neither stopped nor been seen for so long. */
export const selectSilent = async (db: Db, clock: Clock, id: string, silentMs: number): Promise<string[]> => {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Instance" WHERE "stoppedAt" IS NULL AND "diedAt" IS NULL AND "id" <> ${id}
      AND "seenAt" < ${momentSql(db, clock, -silentMs)}`
  return rows.map((row) => row.id)
}

/** Takes an instance for dead, unless it was seen meanwhile. */
export const declareDead = (db: Db, clock: Clock, id: string, silentMs: number) =>
  db.$executeRaw`
    UPDATE "Instance" SET "diedAt" = ${momentSql(db, clock)}
    WHERE "id" = ${id} AND "stoppedAt" IS NULL AND "diedAt" IS NULL
      AND "seenAt" < ${momentSql(db, clock, -silentMs)}`

/** Takes every other instance for dead. */
export const declareOthersDead = (db: Db, clock: Clock, id: string) =>
  db.$executeRaw`
    UPDATE "Instance" SET "diedAt" = ${momentSql(db, clock)}
    WHERE "id" <> ${id} AND "stoppedAt" IS NULL AND "diedAt" IS NULL`

/** Which of these work no more: they stopped, were taken for dead, or have no row. Who works has its row before its work. */
export async function selectGone(db: Db, ids: readonly string[]): Promise<string[]> {
  const living = await db.instance.findMany({
    where: { id: { in: [...ids] }, stoppedAt: null, diedAt: null },
    select: { id: true },
  })
  const known = new Set(living.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
