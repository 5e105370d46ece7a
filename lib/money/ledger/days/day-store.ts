import { newId } from '@/lib/kernel'
import { type Db, engineOf, insertRows, sql, type Tx } from '@/lib/platform/db'
import type { RollupSums, Sql } from '../core/rollup-store'
import { servingZoneSql } from './zone-store'

/** The only file that names DayState and DaySum. */

/** A day of a zone that is over, in quarter hours. */
export interface DaySpan {
  readonly date: string
  readonly fromQuarter: number
  readonly toQuarter: number
}

/** No day of a zone is longer than this, in quarter hours. */
const MAX_QUARTERS_A_DAY = 200

/**
 * Says of the days of these quarter hours that they changed, in the transaction that adds to their rollups. Today has no
 * row yet, so most settlements change none.
 */
export async function noteChanges(tx: Tx, teamId: string, quarters: readonly number[]): Promise<void> {
  const [first, last] = [Math.min(...quarters), Math.max(...quarters)]
  await tx.$executeRaw`
    UPDATE "DayState" SET "changes" = "changes" + 1
    WHERE "teamId" = ${teamId} AND "toQuarter" > ${first} AND "toQuarter" <= ${last + MAX_QUARTERS_A_DAY}
      AND "fromQuarter" <= ${last}`
}

/** Announces days: from now on their changes are counted. */
export async function insertDays(
  tx: Tx,
  teamId: string,
  zoneId: string,
  days: readonly DaySpan[],
): Promise<void> {
  if (days.length === 0) return
  const announcedIn =
    engineOf(tx) === 'sqlite' ? 0n : ((await tx.$queryRaw<{ xid: bigint }[]>(THIS_TRANSACTION))[0]?.xid ?? 0n)
  await insertRows(
    tx,
    'DayState',
    days.map((day) => ({ id: newId(), teamId, zoneId, ...day, announcedIn })),
  )
}

const THIS_TRANSACTION = sql`SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT) AS "xid"`

/**
 * Whether every transaction has ended that began before the day was announced, and so may have added to its rollups
 * without a note. SQLite has one writer at a time. A number that is still to come is one of another server: the database
 * was restored since.
 */
const isNoted = (db: Db | Tx): Sql =>
  engineOf(db) === 'sqlite'
    ? sql`TRUE`
    : sql`("announcedIn" < CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)
        OR "announcedIn" >= CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT))`

/** A day whose sums are to be written. */
export interface OpenDay extends DaySpan {
  readonly id: string
}

/** The newest days of a zone whose sums are not whole, or that still have old ones. */
export const selectOpenDays = (db: Db | Tx, zoneId: string, most: number): Promise<OpenDay[]> =>
  db.$queryRaw<OpenDay[]>`
    SELECT "id", "date", "fromQuarter", "toQuarter" FROM "DayState"
    WHERE "zoneId" = ${zoneId} AND ("closedChanges" <> "changes" OR "sweptRevision" <> "begunRevision")
      AND ${isNoted(db)}
    ORDER BY "fromQuarter" DESC LIMIT ${most}`

/** A day whose sums are whole. */
export type ClosedDay = OpenDay

/** The closed days of a zone after a quarter hour, oldest first. */
export const selectClosedDays = (db: Db, zoneId: string, after: number, most: number): Promise<ClosedDay[]> =>
  db.$queryRaw<ClosedDay[]>`
    SELECT "id", "date", "fromQuarter", "toQuarter" FROM "DayState"
    WHERE "zoneId" = ${zoneId} AND "fromQuarter" > ${after} AND "closedChanges" = "changes"
    ORDER BY "fromQuarter" LIMIT ${most}`

/** A closed day, with what changes whenever what its quarter hours hold does. */
export interface WholeDay {
  readonly id: string
  readonly fromQuarter: number
  readonly toQuarter: number
  readonly revision: number
  readonly changes: number
  /** Tells days apart that a restored database counts up to the same numbers again. */
  readonly derivedAt: number
}

/** The closed days of the zone that serves which have a part of a span of quarter hours, oldest first. */
export async function selectDaysIn(
  db: Db,
  teamId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<WholeDay[]> {
  const rows = await db.$queryRaw<(Omit<WholeDay, 'derivedAt'> & { derivedAt: Date | string | null })[]>`
    SELECT "id", "fromQuarter", "toQuarter", "revision", "changes", "derivedAt" FROM "DayState"
    WHERE "zoneId" = ${servingZoneSql(teamId)} AND "teamId" = ${teamId} AND "closedChanges" = "changes"
      AND "fromQuarter" > ${from - MAX_QUARTERS_A_DAY} AND "fromQuarter" < ${to} AND "toQuarter" > ${from}
    ORDER BY "fromQuarter"`
  return rows.map((row) => ({ ...row, derivedAt: row.derivedAt === null ? 0 : +new Date(row.derivedAt) }))
}

/** The sums of a day in one grouping. */
export const selectDaySums = (db: Db, dayId: string, revision: number, grouping: string) =>
  db.daySum.findMany({ where: { dayId, revision, grouping } })

/** How many days of a zone there are, and how many of them have whole sums. */
export async function countDays(db: Db | Tx, zoneId: string): Promise<{ all: number; closed: number }> {
  const [row] = await db.$queryRaw<Record<'all' | 'closed', bigint | number>[]>`
    SELECT COUNT(*) AS "all", COUNT(CASE WHEN "closedChanges" = "changes" THEN 1 END) AS "closed"
    FROM "DayState" WHERE "zoneId" = ${zoneId}`
  return { all: Number(row?.all ?? 0), closed: Number(row?.closed ?? 0) }
}

/** What a day's sums hold, and what they must. */
export const selectDay = (db: Db | Tx, id: string) => db.dayState.findUnique({ where: { id } })

/** Begins another revision of a day's sums; answers it with the changes that it will hold. */
export async function beginRevision(
  tx: Tx,
  id: string,
): Promise<{ readonly revision: number; readonly changes: number } | null> {
  const rows = await tx.$queryRaw<Record<'begunRevision' | 'changes', number>[]>`
    UPDATE "DayState" SET "begunRevision" = "begunRevision" + 1 WHERE "id" = ${id}
    RETURNING "begunRevision", "changes"`
  return rows[0] ? { revision: rows[0].begunRevision, changes: rows[0].changes } : null
}

/** A sum of a day. */
export interface DaySumRow extends RollupSums {
  readonly grouping: string
  readonly value: string
  readonly within: string
}

export const insertDaySums = (tx: Tx, dayId: string, revision: number, rows: readonly DaySumRow[]) =>
  insertRows(
    tx,
    'DaySum',
    rows.map((row) => ({ dayId, revision, ...row })),
  )

/** Lets a revision count, unless the day has changed since it was begun, or another revision was; says whether it does. */
export async function closeDay(
  tx: Tx,
  id: string,
  { revision, changes }: { readonly revision: number; readonly changes: number },
  derivedAt: Date,
): Promise<boolean> {
  const closed = await tx.$executeRaw`
    UPDATE "DayState" SET "closedChanges" = ${changes}, "revision" = ${revision}, "derivedAt" = ${derivedAt}
    WHERE "id" = ${id} AND "changes" = ${changes} AND "begunRevision" = ${revision}`
  return closed > 0
}

/** Deletes some of a day's sums, all but those of one revision; returns how many. */
export const deleteSums = (tx: Tx, dayId: string, keptRevision: number, most: number): Promise<number> =>
  tx.$executeRaw`
    DELETE FROM "DaySum" WHERE ("dayId", "revision", "grouping", "value", "within") IN (
      SELECT "dayId", "revision", "grouping", "value", "within" FROM "DaySum"
      WHERE "dayId" = ${dayId} AND "revision" <> ${keptRevision} LIMIT ${most})`

/** Deletes some of the sums of a team's days; returns how many. */
export const deleteSumsOfTeam = (db: Db, teamId: string, most: number): Promise<number> =>
  db.$executeRaw`
    DELETE FROM "DaySum" WHERE ("dayId", "revision", "grouping", "value", "within") IN (
      SELECT s."dayId", s."revision", s."grouping", s."value", s."within"
      FROM "DayState" d JOIN "DaySum" s ON s."dayId" = d."id" WHERE d."teamId" = ${teamId} LIMIT ${most})`

export const noteSwept = (tx: Tx, id: string, begunRevision: number) =>
  tx.dayState.updateMany({ where: { id, begunRevision }, data: { sweptRevision: begunRevision } })

export const selectFirstDayId = async (db: Db, zoneId: string): Promise<string | null> =>
  (await db.dayState.findFirst({ where: { zoneId }, select: { id: true } }))?.id ?? null

export const deleteDay = (tx: Tx, id: string) => tx.dayState.deleteMany({ where: { id } })

/** The closed days of a zone that lie whole in rows `b` of buckets, as the rows of a table. */
export const closedDaysSql = (teamId: string, zoneId: Sql): Sql => sql`
  SELECT b.place, b.low, b.high, d."id", d."revision", d."fromQuarter" AS "first", d."toQuarter" AS "next"
  FROM bucket b CROSS JOIN "DayState" d
  WHERE d."zoneId" = ${zoneId} AND d."teamId" = ${teamId} AND d."closedChanges" = d."changes"
    AND d."fromQuarter" >= b.low AND d."fromQuarter" < b.high AND d."toQuarter" <= b.high`

/** The sums of days in rows `c`, as `s`. */
export const daySumsSql = (grouping: string): Sql => sql`
  "DaySum" s WHERE s."dayId" = c."id" AND s."revision" = c."revision" AND s."grouping" = ${grouping}`
