import type { Nano } from '@/lib/kernel'
import { QUARTER_HOUR_MS, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { columnSql, type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import { ATTEMPTS_SQL, type AttemptFilter } from '../core/attempt-store'
import { ENTRIES_SQL } from '../core/entry-store'
import { LOST_TOTALS_SQL, RESOLUTIONS_SQL, selectResolutions } from '../core/lost-store'
import { ROLLUPS_SQL, type SqlFragment } from '../core/rollup-store'
import type { TimeSpan } from '../core/schemas'
import { TOTALS_SQL } from './totals-store'

/** The attempts opened in a span, as counted in advance. `sumOpenedAttempts` brings them up to date. */
export interface OpenedAttemptCount {
  readonly startsAt: Date
  /** The end of the counted span. No attempt is opened before it any more. */
  readonly until: Date
  readonly items: number
  readonly chargeNano: Nano
  /** Attempts that might still be charged when they were counted. They are in neither sum. */
  readonly pending: readonly CountedPending[]
}

/**
 * Counts the attempts opened from `startsAt` on and before `until` without a lock, from rollups and totals, so that
 * their number does not matter. An attempt that ends in the meantime was pending before and is in neither sum, so the
 * sums stay correct.
 */
export async function countOpenedAttempts(
  db: Db,
  teamId: string,
  filter: AttemptFilter,
  { startsAt, until }: { readonly startsAt: Date; readonly until: Date },
): Promise<OpenedAttemptCount> {
  if (startsAt >= until) return { startsAt, until, items: 0, chargeNano: 0n, pending: [] }
  const sums = await selectOpenedSums(db, teamId, filter, { from: startsAt, to: until })
  return { startsAt, until, ...sums }
}

/** The results so far of the attempts opened in a span. */
interface Opened {
  readonly items: number
  readonly chargeNano: Nano
  /** Attempts that may still be charged, with their holds. */
  readonly pending: readonly PendingAttempt[]
}

/** Maximum number of ids in one statement. Databases take about thirty thousand values. */
const IDS_AT_ONCE = 10_000

/**
 * Sums the attempts opened since `counted.startsAt` and before `endsAt`, the start value of a new budget's period.
 * Reads only what was in progress when they were counted, what was opened since, and the resolutions since.
 */
export async function sumOpenedAttempts(
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  counted: OpenedAttemptCount,
  endsAt: Date | null,
): Promise<Opened> {
  const { until } = counted
  const lost = counted.pending.filter(({ isLost }) => isLost)
  const open = counted.pending.filter(({ isLost }) => !isLost)
  const which = [
    sql`${whose('a', teamId, filter)} AND a."openedAt" >= ${until} ${endsAt ? sql`AND a."openedAt" < ${endsAt}` : sql``}`,
    ...inPieces(open).map((ids) => whoseById(teamId, filter, ids)),
  ]
  let { items, chargeNano } = counted
  const pending: PendingAttempt[] = []
  for (const condition of which) {
    const found = await selectOutcomes(tx, condition)
    items += found.items
    chargeNano += found.chargeNano
    pending.push(...found.pending)
  }
  const resolved = new Set<string>()
  for (const ids of inPieces(lost))
    for (const found of await selectResolutions(tx, teamId, ids)) {
      resolved.add(found.attemptId)
      if (found.finding !== 'charged') continue
      items += found.items
      chargeNano += found.chargeNano ?? 0n
    }
  pending.push(...lost.filter(({ attemptId }) => !resolved.has(attemptId)))
  return { items, chargeNano, pending }
}

/** Splits the ids of attempts into pieces that fit into one statement. */
function inPieces(pending: readonly PendingAttempt[]): string[][] {
  const ids = pending.map(({ attemptId }) => attemptId)
  const places = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, n) => n * IDS_AT_ONCE)
  return places.map((at) => ids.slice(at, at + IDS_AT_ONCE))
}

/** An attempt that may still be charged, and the amount held for it; null if no price was known. */
interface PendingAttempt {
  readonly attemptId: string
  readonly reservedItems: number
  readonly reservedNano: Nano | null
}

/** The results of some attempts. */
interface Outcomes {
  readonly items: number
  readonly chargeNano: Nano
  readonly pending: PendingAttempt[]
}

type Sums = Record<'items' | 'chargeNano', bigint | number>

/** A pending attempt as raw statements return it. */
interface PendingRow {
  readonly id: string
  readonly reservedItems: bigint | number
  readonly reservedNano: bigint | number | null
}

const pendingOf = ({ id, reservedItems, reservedNano }: PendingRow): PendingAttempt => ({
  attemptId: id,
  reservedItems: Number(reservedItems),
  reservedNano: reservedNano === null ? null : BigInt(reservedNano),
})

/**
 * Returns the results of the attempts that a condition on `a` selects. They are read one by one, so they must be few.
 */
async function selectOutcomes(tx: Tx, which: SqlFragment): Promise<Outcomes> {
  // No condition on the state: SQLite would use its index and read every call that was ever lost.
  const these = sql`FROM ${ATTEMPTS_SQL} LEFT JOIN ${ENTRIES_SQL} ON e."attemptId" = a."id"
    LEFT JOIN ${RESOLUTIONS_SQL} ON s."attemptId" = a."id" WHERE ${which}`
  const sum = (
    column: SqlFragment,
  ) => sql`CAST(COALESCE(SUM(CASE WHEN e."outcome" = 'SETTLED' THEN e.${column}
    WHEN s."finding" = 'charged' THEN s.${column} END), 0) AS BIGINT)`
  const [sums] = await tx.$queryRaw<Sums[]>`
    SELECT ${sum(sql`"items"`)} AS "items", ${sum(sql`"chargeNano"`)} AS "chargeNano" ${these}`
  const rows = await tx.$queryRaw<PendingRow[]>`
    SELECT a."id", a."reservedItems", a."reservedNano" ${these}
      AND (e."outcome" IS NULL OR e."outcome" = 'UNKNOWN') AND s."id" IS NULL`
  return {
    items: Number(sums?.items ?? 0),
    chargeNano: BigInt(sums?.chargeNano ?? 0),
    pending: rows.map(pendingOf),
  }
}

/** The results of the attempts that were opened in a span. */
interface OpenedSums {
  readonly items: number
  readonly chargeNano: Nano
  readonly pending: readonly CountedPending[]
}

/** An attempt that might still be charged when it was counted. */
interface CountedPending extends PendingAttempt {
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
const whose = (of: 'r' | 'a' | 'w', teamId: string, filter: AttemptFilter): SqlFragment => {
  const table = { r: sql`r`, a: sql`a`, w: sql`w` }[of]
  return joinSql([sql`${table}."teamId" = ${teamId}`, ...filterParts(table, filter)], ' AND ')
}

/** Returns the same condition for attempts that are looked up by id: see `teamCondition`. */
const whoseKnown = (teamId: string, filter: AttemptFilter): SqlFragment =>
  joinSql([sql`NOT a."teamId" <> ${teamId}`, ...filterParts(sql`a`, filter)], ' AND ')

/** Returns the condition for the given attempts that belong to a team and match a filter. */
const whoseById = (teamId: string, filter: AttemptFilter, ids: readonly string[]): SqlFragment =>
  sql`a."id" IN (${joinSql([...ids])}) AND ${whoseKnown(teamId, filter)}`

const filterParts = (table: SqlFragment, filter: AttemptFilter): SqlFragment[] =>
  COLUMNS.flatMap((name) => {
    const member = filter[name]
    return member === undefined ? [] : [sql`${table}.${columnSql(name)} = ${member}`]
  })

/**
 * Returns the condition on entries that were opened in another quarter hour, worded so that their partial index is
 * used: SQLite would take the index of a key, and read all of its entries.
 */
const whoseLate = (teamId: string, filter: AttemptFilter): SqlFragment =>
  joinSql(
    [
      sql`e."teamId" = ${teamId}`,
      ...COLUMNS.flatMap((name) => {
        const member = filter[name]
        return member === undefined ? [] : [sql`NOT e.${columnSql(name)} <> ${member}`]
      }),
      LATE,
    ],
    ' AND ',
  )

/** Repeats the condition of the partial index, so that it can be used. */
const LATE = sql`e."outcome" = 'SETTLED' AND e."openedQuarter" <> e."quarter"`

/** Returns whether the sums are of the whole history of the team or of one wallet, which totals hold. */
const isInTotals = ({ walletId: _, ...others }: AttemptFilter, from: Date): boolean =>
  from.getTime() === 0 && Object.values(others).every((value) => value === undefined)

/**
 * Sums the attempts opened in a span. Rollups are by time of settlement, so attempts settled in another quarter hour
 * than they were opened in are corrected. Partial quarter hours are summed from their attempts. One statement
 * reads everything at one moment.
 */
async function selectOpenedSums(
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
    FROM ${ATTEMPTS_SQL} WHERE ${whose('a', teamId, filter)} AND a."state" = 'OPEN'
      AND NOT a."openedAt" < ${from} AND NOT a."openedAt" >= ${to}
    UNION ALL
    SELECT 0, 0, a."id", a."state", a."reservedItems", a."reservedNano"
    FROM ${lostIn(teamId, filter, { from, to })}
      AND NOT EXISTS (SELECT 1 FROM ${RESOLUTIONS_SQL} WHERE s."attemptId" = a."id")`
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
const lostIn = (teamId: string, filter: AttemptFilter, { from, to }: TimeSpan): SqlFragment => sql`
  ${LOST_TOTALS_SQL} CROSS JOIN ${ATTEMPTS_SQL}
  WHERE l."teamId" = ${teamId} AND a."walletId" = l."walletId" AND ${whose('a', teamId, filter)}
    AND a."state" = 'UNKNOWN' AND a."openedAt" >= ${from} AND a."openedAt" < ${to}`

/**
 * Selects the sums of whole quarter hours: what was settled in them, less what was opened elsewhere, plus what was
 * settled elsewhere.
 */
function rolled(
  teamId: string,
  filter: AttemptFilter,
  low: number,
  high: number,
  isAll: boolean,
): SqlFragment[] {
  const late = sql`${ENTRIES_SQL} WHERE ${whoseLate(teamId, filter)}`
  const ofThese = sql`e."openedQuarter" >= ${low} AND e."openedQuarter" < ${high}`
  const rollups = sql`FROM ${ROLLUPS_SQL} WHERE ${whose('r', teamId, filter)}`
  return [
    ...(isAll
      ? [
          sql`SELECT SUM(w."items") AS "items", SUM(w."chargeNano") AS "chargeNano" FROM ${TOTALS_SQL}
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

const openedIn = (teamId: string, filter: AttemptFilter, { from, to }: TimeSpan): SqlFragment => sql`
  SELECT SUM(e."items") AS "items", SUM(e."chargeNano") AS "chargeNano" FROM ${ATTEMPTS_SQL}
  JOIN ${ENTRIES_SQL} ON e."attemptId" = a."id"
  WHERE ${whose('a', teamId, filter)} AND a."openedAt" >= ${from} AND a."openedAt" < ${to}
    AND e."outcome" = 'SETTLED'`

/** Sums the lost calls that were found to be charged. */
const resolvedIn = (teamId: string, filter: AttemptFilter, span: TimeSpan): SqlFragment => sql`
  SELECT SUM(s."items"), SUM(s."chargeNano") FROM ${RESOLUTIONS_SQL} WHERE s."finding" = 'charged'
    AND s."attemptId" IN (SELECT a."id" FROM ${lostIn(teamId, filter, span)})`
