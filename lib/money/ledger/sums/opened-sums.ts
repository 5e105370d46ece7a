import type { Nano } from '@/lib/kernel'
import { QUARTER_HOUR_MS, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { columnSql, type Db, joinSql, sql } from '@/lib/platform/db'
import { ATTEMPTS, type AttemptFilter } from '../core/attempt-store'
import { ENTRIES } from '../core/entry-store'
import { LOST_TOTALS } from '../core/lost-store'
import { RESOLUTIONS } from '../core/resolution-store'
import { ROLLUPS, type Sql } from '../core/rollup-store'
import type { TimeSpan } from '../core/schemas'
import { type PendingAttempt, type PendingRow, pendingOf } from './opened-outcomes'
import { TOTALS } from './totals-store'

/** The results of the attempts that were opened in a span. */
export interface OpenedSums {
  readonly items: number
  readonly chargeNano: Nano
  readonly pending: readonly CountedPending[]
}

/** An attempt that might still be charged when it was counted. */
export interface CountedPending extends PendingAttempt {
  /** True if its answer was lost, so that only a resolution can charge it. */
  readonly isLost: boolean
}

const countedPendingOf = (row: PendingRow & { readonly state: string }): CountedPending => ({
  ...pendingOf(row),
  isLost: row.state === 'UNKNOWN',
})

const COLUMNS = [
  'walletId',
  'keyId',
  'environmentId',
  'memberId',
  'searchId',
  'principal',
  'principalId',
] as const

/** Returns a filter as a condition on a team's rows in the table with this alias. */
export const whose = (of: 'r' | 'e' | 'a' | 'w', teamId: string, filter: AttemptFilter): Sql => {
  const table = { r: sql`r`, e: sql`e`, a: sql`a`, w: sql`w` }[of]
  return joinSql([sql`${table}."teamId" = ${teamId}`, ...filterParts(table, filter)], ' AND ')
}

/** Returns the same condition for attempts that are looked up by id: see `ofTeam`. */
const whoseKnown = (teamId: string, filter: AttemptFilter): Sql =>
  joinSql([sql`NOT a."teamId" <> ${teamId}`, ...filterParts(sql`a`, filter)], ' AND ')

/** Returns the condition for those of these attempts that belong to a team and match a filter. */
export const whoseById = (teamId: string, filter: AttemptFilter, ids: readonly string[]): Sql =>
  sql`a."id" IN (${joinSql([...ids])}) AND ${whoseKnown(teamId, filter)}`

const filterParts = (table: Sql, filter: AttemptFilter): Sql[] =>
  COLUMNS.flatMap((name) => {
    const member = filter[name]
    return member === undefined ? [] : [sql`${table}.${columnSql(name)} = ${member}`]
  })

/** Repeats the condition of the partial index, so that it can be used. */
const LATE = sql`e."outcome" = 'SETTLED' AND e."openedQuarter" <> e."quarter"`

/** Returns whether the sums are of the whole history of the team or of one wallet, which totals hold. */
const isInTotals = ({ walletId: _, ...others }: AttemptFilter, from: Date): boolean =>
  from.getTime() === 0 && Object.values(others).every((value) => value === undefined)

/**
 * Sums the attempts opened in a span. Rollups are by time of settlement, so attempts settled in another quarter hour
 * than they were opened in are corrected. Partial quarter hours are summed from their attempts. All entries from
 * `from` on must be filled, unless `isInTotals`. One statement reads everything at one moment.
 */
export async function selectOpenedSums(
  db: Db,
  teamId: string,
  filter: AttemptFilter,
  { from, to }: TimeSpan,
): Promise<OpenedSums> {
  const [low, high] = [quarterHourOf(new Date(from.getTime() + QUARTER_HOUR_MS - 1)), quarterHourOf(to)]
  const isWhole = low < high
  const edges = isWhole
    ? [
        { from, to: startOfQuarterHour(low) },
        { from: startOfQuarterHour(high), to },
      ]
    : [{ from, to }]
  const parts = [
    ...(isWhole ? rolled(teamId, filter, low, high, isInTotals(filter, from)) : []),
    ...edges.filter((edge) => edge.from < edge.to).map((edge) => openedIn(teamId, filter, edge)),
    resolvedIn(teamId, filter, { from, to }),
  ]
  const rows = await db.$queryRaw<
    (PendingRow & Record<'items' | 'chargeNano', bigint | number> & { state: string })[]
  >`
    SELECT CAST(COALESCE(SUM(x."items"), 0) AS BIGINT) AS "items",
      CAST(COALESCE(SUM(x."chargeNano"), 0) AS BIGINT) AS "chargeNano",
      '' AS "id", '' AS "state", 0 AS "reservedItems", NULL AS "reservedNano"
    FROM (${joinSql(parts, ' UNION ALL ')}) x
    UNION ALL
    SELECT 0, 0, a."id", a."state", a."reservedItems", a."reservedNano"
    FROM ${ATTEMPTS} WHERE ${whose('a', teamId, filter)} AND a."state" = 'OPEN'
      AND NOT a."openedAt" < ${from} AND NOT a."openedAt" >= ${to}
    UNION ALL
    SELECT 0, 0, a."id", a."state", a."reservedItems", a."reservedNano"
    FROM ${lostIn(teamId, filter, { from, to })}
      AND NOT EXISTS (SELECT 1 FROM ${RESOLUTIONS} WHERE s."attemptId" = a."id")`
  const sums = rows.find(({ id }) => id === '')
  return {
    items: Number(sums?.items ?? 0),
    chargeNano: BigInt(sums?.chargeNano ?? 0),
    pending: rows.filter(({ id }) => id !== '').map(countedPendingOf),
  }
}

/**
 * Selects the lost calls that were opened in a span, resolved or not. Looks them up by their index on each wallet that
 * ever lost one, so that a team's other calls are not read.
 */
const lostIn = (teamId: string, filter: AttemptFilter, { from, to }: TimeSpan): Sql => sql`
  ${LOST_TOTALS} CROSS JOIN ${ATTEMPTS}
  WHERE l."teamId" = ${teamId} AND a."walletId" = l."walletId" AND ${whose('a', teamId, filter)}
    AND a."state" = 'UNKNOWN' AND a."openedAt" >= ${from} AND a."openedAt" < ${to}`

/**
 * Selects the sums of whole quarter hours: what was settled in them, less what was opened elsewhere, plus what was
 * settled elsewhere.
 */
function rolled(teamId: string, filter: AttemptFilter, low: number, high: number, isAll: boolean): Sql[] {
  const late = sql`${ENTRIES} WHERE ${whose('e', teamId, filter)} AND ${LATE}`
  const ofThese = sql`e."openedQuarter" >= ${low} AND e."openedQuarter" < ${high}`
  const rollups = sql`FROM ${ROLLUPS} WHERE ${whose('r', teamId, filter)}`
  return [
    ...(isAll
      ? [
          sql`SELECT SUM(w."items") AS "items", SUM(w."chargeNano") AS "chargeNano" FROM ${TOTALS}
            WHERE ${whose('w', teamId, filter)}`,
          sql`SELECT -SUM(r."items"), -SUM(r."chargeNano") ${rollups} AND r."quarter" >= ${high}`,
        ]
      : [
          sql`SELECT SUM(r."items") AS "items", SUM(r."chargeNano") AS "chargeNano" ${rollups}
            AND r."quarter" >= ${low} AND r."quarter" < ${high}`,
        ]),
    sql`SELECT -SUM(e."items"), -SUM(e."chargeNano") FROM ${late}
      AND e."quarter" >= ${low} AND e."quarter" < ${high} AND NOT (${ofThese})`,
    sql`SELECT SUM(e."items"), SUM(e."chargeNano") FROM ${late} AND e."quarter" >= ${high} AND ${ofThese}`,
    sql`SELECT SUM(e."items"), SUM(e."chargeNano") FROM ${late} AND e."quarter" < ${low} AND ${ofThese}`,
  ]
}

const openedIn = (teamId: string, filter: AttemptFilter, { from, to }: TimeSpan): Sql => sql`
  SELECT SUM(e."items") AS "items", SUM(e."chargeNano") AS "chargeNano" FROM ${ATTEMPTS}
  JOIN ${ENTRIES} ON e."attemptId" = a."id"
  WHERE ${whose('a', teamId, filter)} AND a."openedAt" >= ${from} AND a."openedAt" < ${to}
    AND e."outcome" = 'SETTLED'`

/** Sums the lost calls that were found to be charged. */
const resolvedIn = (teamId: string, filter: AttemptFilter, span: TimeSpan): Sql => sql`
  SELECT SUM(s."items"), SUM(s."chargeNano") FROM ${RESOLUTIONS} WHERE s."finding" = 'charged'
    AND s."attemptId" IN (SELECT a."id" FROM ${lostIn(teamId, filter, span)})`
