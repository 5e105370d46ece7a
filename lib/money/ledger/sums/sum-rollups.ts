import type { Nano } from '@/lib/kernel'
import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { columnSql, type Engine, engineOf, joinSql, sql, type TeamCtx } from '@/lib/platform/db'
import { selectLastEntriesOfMembers } from '../core/entry-store'
import { sumResolvedSince } from '../core/lost-store'
import {
  parseMeasures,
  ROLLUP_MEASURES,
  ROLLUPS_SQL,
  type RollupMeasure,
  type RollupSums,
  rollupConditionSql,
  rollupIndexSql,
  type SqlFragment,
  selectLastQuarterHours,
} from '../core/rollup-store'
import type { QuarterHourRange } from '../core/schemas'
import { findDayColumns, type RollupDimension, type RollupFilter } from '../days/day-groupings'
import { closedDaysSql, daySumsSql } from '../days/day-store'

/** A member of a dimension in one bucket. */
interface BucketMember {
  readonly bucket: number
  readonly member: string
}

/** A member's sums in one bucket. */
export type BucketSums = BucketMember & RollupSums

/** Measures that a chart of spend and its table show. */
const SPEND = ['pages', 'items', 'chargeNano', 'unpricedItems', 'unknowns'] as const

/** Spend on a member in one bucket. */
export type SpendSums = BucketMember & Pick<RollupSums, (typeof SPEND)[number]>

/** Measures that also tell what was bought again. */
const REPEATS = [...SPEND, 'newItems'] as const

/** Spend on a member in one bucket, and how many items were new. */
export type RepeatSums = BucketMember & Pick<RollupSums, (typeof REPEATS)[number]>

/**
 * Sums settlements per bucket and member of a dimension, from the sums of days if they can answer it, else from the
 * rollups. `bucket` is the index in `buckets`; a bucket without a row had none. With `apart`, only these members are
 * listed separately. Rows are ordered by bucket and member.
 */
export const sumRollups = (
  ctx: TeamCtx,
  buckets: readonly QuarterHourRange[],
  dimension: RollupDimension,
  filter: RollupFilter = {},
  apart?: readonly string[],
): Promise<BucketSums[]> =>
  readSums(ctx, buckets, { dimension, filter, ...(apart && { apart }) }, ROLLUP_MEASURES)

/**
 * Returns the same sums for charts, but only of spend: with many members this takes half as long. With `alone`, other
 * members are not even read.
 */
export const sumSpend = (
  ctx: TeamCtx,
  buckets: readonly QuarterHourRange[],
  dimension: RollupDimension,
  filter: RollupFilter = {},
  alone?: readonly string[],
): Promise<SpendSums[]> => readSums(ctx, buckets, { dimension, filter, ...(alone && { alone }) }, SPEND)

/** Returns the same sums, but only of spend and of new items. */
export const sumRepeats = (
  ctx: TeamCtx,
  buckets: readonly QuarterHourRange[],
  dimension: RollupDimension,
  filter: RollupFilter = {},
): Promise<RepeatSums[]> => readSums(ctx, buckets, { dimension, filter }, REPEATS)

async function readSums<Measure extends RollupMeasure>(
  { db, team }: TeamCtx,
  buckets: readonly QuarterHourRange[],
  by: SumsBy,
  measures: readonly Measure[],
): Promise<(BucketMember & Pick<RollupSums, Measure>)[]> {
  if (buckets.length === 0 || by.alone?.length === 0) return []
  const rows = await db.$queryRaw<({ member: string } & Record<'bucket' | Measure, bigint | number>)[]>`
    ${bucketSumsSql(engineOf(db), team.id, buckets, by, measures)} ORDER BY 1, 2`
  return rows.map((row) => ({
    bucket: Number(row.bucket),
    member: row.member,
    ...parseMeasures(row, measures),
  }))
}

/**
 * Returns what the team, or one of its wallets, has spent since a given time on a quarter hour, including lost calls
 * that were charged.
 */
export async function sumSpentSince(
  ctx: TeamCtx,
  filter: { readonly walletId?: string },
  since: Date,
): Promise<Nano> {
  const where = { teamId: ctx.team.id, ...filter }
  const quarterHours = { from: quarterHourOf(since), to: quarterHourOf(ctx.clock.now()) + 1 }
  const [settled, resolvedNano] = await Promise.all([
    sumRollups(ctx, [quarterHours], 'team', filter),
    sumResolvedSince(ctx.db, where, since),
  ])
  return settled.reduce((sum, { chargeNano }) => sum + chargeNano, resolvedNano)
}

/** Returns when the last call of each of these members ended, by id; without those who made none. */
export async function findLastCalls(
  ctx: TeamCtx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const [last, exact] = await Promise.all([
    selectLastQuarterHours(ctx.db, ctx.team.id, memberIds),
    selectLastEntriesOfMembers(ctx.db, ctx.team.id, memberIds),
  ])
  // Details of calls may have been deleted, but the quarter hour is still known.
  return new Map([...last].map(([id, quarterHour]) => [id, exact.get(id) ?? startOfQuarterHour(quarterHour)]))
}

const memberOf = (dimension: RollupDimension): SqlFragment => {
  if (dimension === 'team') return sql`''`
  if (dimension === 'line') return sql`r."environmentId" || ':' || r."operation"`
  return dimension === 'principal'
    ? sql`r."principal" || ':' || r."principalId"`
    : sql`r.${columnSql(dimension)}`
}

/** Sums these measures of rows `s`. */
const sumsSql = (measures: readonly RollupMeasure[]): SqlFragment =>
  joinSql(measures.map(columnSql).map((column) => sql`CAST(SUM(s.${column}) AS BIGINT) AS ${column}`))

/**
 * Selects the days that lie entirely in a bucket, and the gaps around them, so that each quarter hour is in exactly
 * one of the two. A day that has changed since it was summed is part of a gap. No two days overlap, whichever zone
 * they are of.
 */
const closedAndGaps = (teamId: string): SqlFragment => sql`
  closed AS (${closedDaysSql(teamId)}),
  gap(place, low, high) AS (
    SELECT * FROM (
      SELECT c.place, c."next" AS low,
        COALESCE(LEAD(c."first") OVER (PARTITION BY c.place ORDER BY c."first"), c.high) AS high FROM closed c
      UNION ALL
      SELECT b.place, b.low, COALESCE((SELECT MIN(c."first") FROM closed c WHERE c.place = b.place), b.high)
      FROM bucket b
    ) span WHERE low < high
  )`

/**
 * Selects the rollups within a span `g`. OFFSET 0 keeps PostgreSQL from reading all of the team's rollups once
 * instead.
 */
const eachIn = (engine: Engine, filter: RollupFilter, condition: SqlFragment): SqlFragment =>
  engine === 'sqlite'
    ? sql`${ROLLUPS_SQL} ${rollupIndexSql(engine, filter)} WHERE ${condition}`
    : sql`LATERAL (SELECT * FROM ${ROLLUPS_SQL} WHERE ${condition} OFFSET 0) r`

/** The member that combines all members that are not listed separately. No id has this value. */
const OTHER_MEMBERS = '*'

/** Dimension, filter and members of a question for sums. */
interface SumsBy {
  readonly dimension: RollupDimension
  readonly filter: RollupFilter
  /** Members to list separately; the others are summed as `OTHER_MEMBERS`. If absent, all are listed. */
  readonly apart?: readonly string[]
  /** The only members to read. If absent, all are read. */
  readonly alone?: readonly string[]
}

/**
 * Returns the query for sums per bucket and member, all of one moment: from days if they can answer it, else from
 * quarter hours. Its columns are `bucket`, `member` and the measures.
 */
export function bucketSumsSql(
  engine: Engine,
  teamId: string,
  buckets: readonly QuarterHourRange[],
  { dimension, filter, apart, alone }: SumsBy,
  measures: readonly RollupMeasure[] = ROLLUP_MEASURES,
): SqlFragment {
  const place = findDayColumns(dimension, filter)
  const groupMemberSql = (member: SqlFragment): SqlFragment =>
    apart?.length === 0
      ? sql`CAST(${OTHER_MEMBERS} AS TEXT)`
      : apart
        ? sql`CASE WHEN ${member} IN (${joinSql(apart.map((each) => sql`${each}`))}) THEN ${member} ELSE ${OTHER_MEMBERS} END`
        : member
  const amongAlone = (member: SqlFragment): SqlFragment =>
    alone ? sql`AND ${member} IN (${joinSql(alone.map((each) => sql`${each}`))})` : sql``
  const ranges = joinSql(
    buckets.map(
      ({ from, to }, at) => sql`(CAST(${at} AS INTEGER), CAST(${from} AS INTEGER), CAST(${to} AS INTEGER))`,
    ),
  )
  const quarterHours = sql`
    SELECT g.place AS "bucket", ${groupMemberSql(memberOf(dimension))} AS "member",
      ${joinSql(measures.map((measure) => sql`r.${columnSql(measure)}`))}
    FROM ${place ? sql`gap` : sql`bucket`} g CROSS JOIN ${eachIn(
      engine,
      filter,
      sql`r."quarter" >= g.low AND r."quarter" < g.high AND ${rollupConditionSql({ teamId, ...filter })} ${amongAlone(memberOf(dimension))}`,
    )}`
  const days =
    place &&
    sql`
    SELECT c.place AS "bucket", ${place.member ? groupMemberSql(sql`s.${columnSql(place.member)}`) : sql`''`} AS "member", ${joinSql(measures.map((measure) => sql`s.${columnSql(measure)}`))}
    FROM closed c CROSS JOIN ${daySumsSql(engine, teamId, place)}
      ${place.member ? amongAlone(sql`s.${columnSql(place.member)}`) : sql``}`
  return sql`
    WITH bucket(place, low, high) AS (VALUES ${ranges}) ${place ? sql`, ${closedAndGaps(teamId)}` : sql``}
    SELECT s."bucket", s."member", ${sumsSql(measures)} FROM (${days ? sql`${days} UNION ALL` : sql``} ${quarterHours}) s
    GROUP BY 1, 2`
}
