import { newId } from '@/lib/kernel'
import {
  buildCounterUpsert,
  columnSql,
  type Db,
  type Engine,
  insertRows,
  joinSql,
  sql,
  type Tx,
  type WriteStatement,
} from '@/lib/platform/db'
import type { RollupSums, SqlFragment } from '../core/rollup-store'
import type { DayColumns } from './day-groupings'

/** The only file that names SummedDay, UnsummedQuarter and DaySum. */

/** A past day of the team's zone, in quarter hours. */
export interface DaySpan {
  readonly date: string
  readonly timeZone: string
  readonly fromQuarter: number
  readonly toQuarter: number
}

const MARKS = { key: ['teamId', 'quarter'], measures: ['changes'] } as const

/**
 * Marks quarter hours as unsummed, in the transaction that adds to their rollups. The mark of today is written like any
 * other, so it does not matter when a day is summed, and by which zone.
 */
export const markUnsummed = (tx: Tx, teamId: string, quarters: readonly number[]): WriteStatement =>
  buildCounterUpsert(
    tx,
    'UnsummedQuarter',
    MARKS,
    [...new Set(quarters)].map((quarter) => ({ teamId, quarter, changes: 1 })),
  )

/** The condition that no quarter hour of a day `d` is marked. */
const IS_CLEAN = sql`NOT EXISTS (SELECT 1 FROM "UnsummedQuarter" u
  WHERE u."teamId" = d."teamId" AND u."quarter" >= d."fromQuarter" AND u."quarter" < d."toQuarter")`

/** A day with sums. They are in force if none of its quarter hours is marked. */
export interface SummedDay extends DaySpan {
  readonly isClean: boolean
}

/** Returns a team's days with sums, newest first. There is one row a day. */
export async function selectSummedDays(db: Db, teamId: string): Promise<SummedDay[]> {
  const rows = await db.$queryRaw<(DaySpan & { readonly clean: bigint | number })[]>`
    SELECT d."date", d."timeZone", d."fromQuarter", d."toQuarter", CASE WHEN ${IS_CLEAN} THEN 1 ELSE 0 END AS "clean"
    FROM "SummedDay" d WHERE d."teamId" = ${teamId} ORDER BY d."fromQuarter" DESC`
  return rows.map(({ clean, ...day }) => ({ ...day, isClean: Number(clean) === 1 }))
}

/** The stored state of a span of quarter hours: the days with sums that overlap it, and its marks. */
export interface SpanState {
  readonly days: readonly { readonly fromQuarter: number; readonly version: string }[]
  readonly marks: readonly { readonly quarter: number; readonly changes: number }[]
}

/** Maximum length of a zone's day, in quarter hours. */
const MAX_QUARTERS_A_DAY = 200

/** Returns the days with sums that overlap a day, in order. */
export const selectOverlappingDays = (
  db: Db | Tx,
  teamId: string,
  { fromQuarter, toQuarter }: DaySpan,
): Promise<{ fromQuarter: number; version: string }[]> =>
  db.summedDay.findMany({
    where: {
      teamId,
      fromQuarter: { gt: fromQuarter - MAX_QUARTERS_A_DAY, lt: toQuarter },
      toQuarter: { gt: fromQuarter },
    },
    select: { fromQuarter: true, version: true },
    orderBy: { fromQuarter: 'asc' },
  })

/** Returns the state of a day's span. */
export async function selectSpanState(db: Db, teamId: string, day: DaySpan): Promise<SpanState> {
  const marks = await db.unsummedQuarter.findMany({
    where: { teamId, quarter: { gte: day.fromQuarter, lt: day.toQuarter } },
    select: { quarter: true, changes: true },
    orderBy: { quarter: 'asc' },
  })
  return { days: await selectOverlappingDays(db, teamId, day), marks }
}

/** A sum of a day. */
export interface DaySumRow extends RollupSums {
  readonly grouping: string
  readonly value: string
  readonly within: string
}

/** Number of sums in one statement, which takes SQLite about five milliseconds. */
const ROWS_AT_ONCE = 250

/**
 * Puts a day with its sums in the place of the days in `before`, and deletes those marks that have not changed since.
 * A mark that has changed stays, so the sums are not read.
 */
export async function replaceDays(
  tx: Tx,
  teamId: string,
  day: DaySpan,
  sums: readonly DaySumRow[],
  before: SpanState,
): Promise<void> {
  const fromQuarter = { in: before.days.map((each) => each.fromQuarter) }
  if (before.days.length > 0) {
    await tx.daySum.deleteMany({ where: { teamId, fromQuarter } })
    await tx.summedDay.deleteMany({ where: { teamId, fromQuarter } })
  }
  await tx.summedDay.create({ data: { teamId, ...day, version: newId() } })
  const rows = sums.map((sum) => ({ teamId, fromQuarter: day.fromQuarter, ...sum }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await insertRows(tx, 'DaySum', rows.slice(at, at + ROWS_AT_ONCE))
  const { marks } = before
  if (marks.length === 0) return
  const unchanged = marks.map(
    ({ quarter, changes }) => sql`(CAST(${quarter} AS INTEGER), CAST(${changes} AS INTEGER))`,
  )
  await tx.$executeRaw`
    DELETE FROM "UnsummedQuarter"
    WHERE "teamId" = ${teamId} AND ("quarter", "changes") IN (VALUES ${joinSql(unchanged)})`
}

/** Returns the sums of a day in one grouping. */
export const selectDaySums = (db: Db, teamId: string, fromQuarter: number, grouping: string) =>
  db.daySum.findMany({ where: { teamId, fromQuarter, grouping } })

/** Selects the days with sums in force that lie entirely within rows `b` of buckets. */
export const closedDaysSql = (teamId: string): SqlFragment => sql`
  SELECT b.place, b.low, b.high, d."fromQuarter" AS "first", d."toQuarter" AS "next"
  FROM bucket b CROSS JOIN "SummedDay" d
  WHERE d."teamId" = ${teamId} AND d."fromQuarter" >= b.low AND d."fromQuarter" < b.high
    AND d."toQuarter" <= b.high AND ${IS_CLEAN}`

/** Index of sums by their second dimension. */
const BY_WITHIN = columnSql('DaySum_teamId_fromQuarter_grouping_within_idx')

/**
 * Selects the sums of days in rows `c`, as `s`. Names the index for SQLite, which otherwise walks each day's whole
 * grouping by its primary key.
 */
export const daySumsSql = (
  engine: Engine,
  teamId: string,
  { grouping, filter }: Pick<DayColumns, 'grouping' | 'filter'>,
): SqlFragment => sql`
  "DaySum" s ${engine === 'sqlite' && filter?.column === 'within' ? sql`INDEXED BY ${BY_WITHIN}` : sql``}
  WHERE s."teamId" = ${teamId} AND s."fromQuarter" = c."first" AND s."grouping" = ${grouping}
    ${filter ? sql`AND s.${columnSql(filter.column)} = ${filter.is}` : sql``}`
