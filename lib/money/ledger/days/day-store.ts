import { newId } from '@/lib/kernel'
import { type Db, engineOf, insertRows, sql, type Tx } from '@/lib/platform/db'
import type { RollupSums, Sql } from '../core/rollup-store'
import { servingZoneSql } from './zone-store'

/** The only file that names DayState and DaySum. */

/** A past day of a zone, in quarter hours. */
export interface DaySpan {
  readonly date: string
  readonly fromQuarter: number
  readonly toQuarter: number
}

/** Maximum length of a zone's day, in quarter hours. */
const MAX_QUARTERS_A_DAY = 200

/**
 * Notes that the days of these quarter hours changed, in the transaction that adds to their rollups. Today has no row
 * yet, so most settlements change none.
 */
export async function noteChanges(tx: Tx, teamId: string, quarters: readonly number[]): Promise<void> {
  const [first, last] = [Math.min(...quarters), Math.max(...quarters)]
  await tx.$executeRaw`
    UPDATE "DayState" SET "changes" = "changes" + 1
    WHERE "teamId" = ${teamId} AND "toQuarter" > ${first} AND "toQuarter" <= ${last + MAX_QUARTERS_A_DAY}
      AND "fromQuarter" <= ${last}`
}

/** Announces days, so that their changes are counted from then on. */
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
 * Returns the condition that every transaction has ended that began before the day was announced and so may have added
 * to its rollups without a note. SQLite has one writer at a time. A transaction number from the future belongs to
 * another server: the database was restored in the meantime.
 */
const isNoted = (db: Db | Tx): Sql =>
  engineOf(db) === 'sqlite'
    ? sql`TRUE`
    : sql`("announcedIn" < CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)
        OR "announcedIn" >= CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT))`

/** A day whose sums must be written. */
export interface OpenDay extends DaySpan {
  readonly id: string
}

/** Returns the newest days of a zone whose sums are incomplete or that still have outdated ones. */
export const selectOpenDays = (db: Db | Tx, zoneId: string, most: number): Promise<OpenDay[]> =>
  db.$queryRaw<OpenDay[]>`
    SELECT "id", "date", "fromQuarter", "toQuarter" FROM "DayState"
    WHERE "zoneId" = ${zoneId} AND ("closedChanges" <> "changes" OR "sweptRevision" <> "begunRevision")
      AND ${isNoted(db)}
    ORDER BY "fromQuarter" DESC LIMIT ${most}`

/** A day whose sums are complete. */
export type ClosedDay = OpenDay

/** Returns the closed days of a zone after a quarter hour, oldest first. */
export const selectClosedDays = (db: Db, zoneId: string, after: number, most: number): Promise<ClosedDay[]> =>
  db.$queryRaw<ClosedDay[]>`
    SELECT "id", "date", "fromQuarter", "toQuarter" FROM "DayState"
    WHERE "zoneId" = ${zoneId} AND "fromQuarter" > ${after} AND "closedChanges" = "changes"
    ORDER BY "fromQuarter" LIMIT ${most}`

/** A closed day, with the numbers that change whenever its quarter hours do. */
export interface WholeDay {
  readonly id: string
  readonly fromQuarter: number
  readonly toQuarter: number
  readonly revision: number
  readonly changes: number
  /** Distinguishes days whose numbers a restored database counts up to the same values again. */
  readonly derivedAt: number
}

/** Returns the closed days of the serving zone that overlap a span of quarter hours, oldest first. */
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

/** Returns the sums of a day in one grouping. */
export const selectDaySums = (db: Db, dayId: string, revision: number, grouping: string) =>
  db.daySum.findMany({ where: { dayId, revision, grouping } })

/** Counts the days of a zone, and those whose sums are complete. */
export async function countDays(db: Db | Tx, zoneId: string): Promise<{ all: number; closed: number }> {
  const [row] = await db.$queryRaw<Record<'all' | 'closed', bigint | number>[]>`
    SELECT COUNT(*) AS "all", COUNT(CASE WHEN "closedChanges" = "changes" THEN 1 END) AS "closed"
    FROM "DayState" WHERE "zoneId" = ${zoneId}`
  return { all: Number(row?.all ?? 0), closed: Number(row?.closed ?? 0) }
}

/** Returns the state of a day. */
export const selectDay = (db: Db | Tx, id: string) => db.dayState.findUnique({ where: { id } })

/** Begins a new revision of a day's sums. Returns it with the number of changes that it will contain. */
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

/**
 * Puts a revision in force, unless the day changed since it was begun or a newer revision was begun. Returns whether
 * it did.
 */
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

/** Deletes at most `most` of a day's sums outside one revision. Returns their number. */
export const deleteSums = (tx: Tx, dayId: string, keptRevision: number, most: number): Promise<number> =>
  tx.$executeRaw`
    DELETE FROM "DaySum" WHERE ("dayId", "revision", "grouping", "value", "within") IN (
      SELECT "dayId", "revision", "grouping", "value", "within" FROM "DaySum"
      WHERE "dayId" = ${dayId} AND "revision" <> ${keptRevision} LIMIT ${most})`

/** Deletes at most `most` sums of a team's days. Returns their number. */
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

/** Selects the closed days of a zone that lie entirely within rows `b` of buckets. */
export const closedDaysSql = (teamId: string, zoneId: Sql): Sql => sql`
  SELECT b.place, b.low, b.high, d."id", d."revision", d."fromQuarter" AS "first", d."toQuarter" AS "next"
  FROM bucket b CROSS JOIN "DayState" d
  WHERE d."zoneId" = ${zoneId} AND d."teamId" = ${teamId} AND d."closedChanges" = d."changes"
    AND d."fromQuarter" >= b.low AND d."fromQuarter" < b.high AND d."toQuarter" <= b.high`

/** Selects the sums of days in rows `c`, as `s`. */
export const daySumsSql = (grouping: string): Sql => sql`
  "DaySum" s WHERE s."dayId" = c."id" AND s."revision" = c."revision" AND s."grouping" = ${grouping}`
