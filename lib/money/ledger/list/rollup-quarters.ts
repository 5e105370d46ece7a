import { columnSql, type Db, joinSql, sql } from '@/lib/platform/db'
import type { EntryFilter } from '../core/entry-fields'
import { ROLLUPS, type Sql } from '../core/rollup-store'
import type { Outcome } from '../core/schemas'

/** The rollup column that counts each outcome. */
const COUNT_OF: Readonly<Record<Outcome, 'pages' | 'frees' | 'unknowns'>> = {
  SETTLED: 'pages',
  FREE: 'frees',
  UNKNOWN: 'unknowns',
}

const COLUMNS = ['walletId', 'keyId', 'environmentId', 'memberId', 'searchId', 'operation'] as const

/** A filter as conditions on rollups. */
interface RollupConditions {
  /** Conditions that an index serves. */
  readonly indexed: readonly Sql[]
  /** Conditions that no index serves. */
  readonly others: readonly Sql[]
  /** Number of matching calls in a rollup that meets all conditions. */
  readonly calls: Sql
}

/** Converts a filter to conditions on rollups. */
export function conditionsOf(filter: EntryFilter): RollupConditions {
  const indexed = COLUMNS.flatMap((name) => {
    const member = filter[name]
    return member === undefined ? [] : [sql`r.${columnSql(name)} = ${member}`]
  })
  const { principal, outcome } = filter
  if (principal?.id !== undefined)
    indexed.push(sql`r."principal" = ${principal.kind} AND r."principalId" = ${principal.id}`)
  // The index of principals has the id after the kind, so it does not order a whole kind by time.
  const others = principal && principal.id === undefined ? [sql`r."principal" = ${principal.kind}`] : []
  if (!outcome) return { indexed, others, calls: sql`r."pages" + r."frees" + r."unknowns"` }
  const count = columnSql(COUNT_OF[outcome])
  // Pages have no index, because nearly all rollups have some.
  if (outcome !== 'SETTLED') indexed.push(sql`r.${count} > 0`)
  return { indexed, others, calls: sql`r.${count}` }
}

/** The quarter hours to look through, from `to` downward. */
interface Stretch {
  readonly teamId: string
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

const within = ({ teamId, from, to }: Stretch): Sql =>
  sql`r."teamId" = ${teamId} AND r."quarter" >= ${from} AND r."quarter" < ${to}`

/** Number of rollups skipped per condition to estimate how far apart they are. */
const SAMPLE = 500

/** Returns the condition that the fewest recent rollups meet, because its index is the fastest. */
export async function rarestOf(db: Db, stretch: Stretch, conditions: readonly Sql[]): Promise<Sql | null> {
  const [first, ...others] = conditions
  if (!first || others.length === 0) return first ?? null
  const asked = conditions.map(
    (condition, place) => sql`
      SELECT ${place} AS "place", (
        SELECT r."quarter" FROM ${ROLLUPS} WHERE ${within(stretch)} AND ${condition}
        ORDER BY r."quarter" DESC LIMIT 1 OFFSET ${SAMPLE}) AS "quarter"`,
  )
  const rows = await db.$queryRaw<{ place: bigint | number; quarter: bigint | number | null }[]>(
    joinSql(asked, ' UNION ALL '),
  )
  const far = rows.map(({ place, quarter }) => ({ place: Number(place), quarter: Number(quarter ?? -1) }))
  const [rarest] = far.sort((a, b) => a.quarter - b.quarter)
  return conditions[rarest?.place ?? 0] ?? first
}

/** Quarter hours found among some rollups. */
export interface QuarterHoursFound {
  /** Quarter hours with matching calls and their number, newest first. */
  readonly quarterHours: readonly { readonly quarterHour: number; readonly calls: number }[]
  /** Everything from this quarter hour on was looked through. */
  readonly to: number
  /** Number of rollups read. */
  readonly read: number
}

/**
 * Returns the newest quarter hours of a stretch with calls that meet all conditions. Reads at most `most` rollups,
 * those that meet `along`, so that the cost is bounded for every filter.
 */
export async function selectQuarterHours(
  db: Db,
  stretch: Stretch,
  { indexed, others: more, calls }: RollupConditions,
  along: Sql | null,
  most: number,
): Promise<QuarterHoursFound> {
  const others = [...indexed.filter((condition) => condition !== along), ...more]
  const fitting =
    others.length === 0 ? calls : sql`CASE WHEN ${joinSql(others, ' AND ')} THEN ${calls} ELSE 0 END`
  const rows = await db.$queryRaw<Record<'oldest' | 'newest' | 'calls', bigint | number | null>[]>`
    WITH seen AS MATERIALIZED (
      SELECT r."quarter" AS "quarter", ${fitting} AS "calls" FROM ${ROLLUPS}
      WHERE ${within(stretch)} ${along ? sql`AND ${along}` : sql``}
      ORDER BY r."quarter" DESC LIMIT ${most})
    SELECT "quarter" AS "oldest", "quarter" AS "newest", CAST(SUM("calls") AS BIGINT) AS "calls"
    FROM seen WHERE "calls" > 0 GROUP BY "quarter"
    UNION ALL SELECT MIN("quarter"), MAX("quarter"), CAST(-COUNT(*) AS BIGINT) FROM seen`
  const found = rows.map((row) => ({ quarterHour: Number(row.oldest), calls: Number(row.calls) }))
  const fit = found.filter((row) => row.calls > 0).sort((a, b) => b.quarterHour - a.quarterHour)
  const all = rows.find((row) => Number(row.calls) <= 0)
  const read = -Number(all?.calls ?? 0)
  if (read < most) return { quarterHours: fit, to: stretch.from, read }
  // The oldest quarter hour may have more rollups than were read. It is read again unless it is the only one.
  const oldest = Number(all?.oldest)
  if (oldest === Number(all?.newest))
    return { quarterHours: [{ quarterHour: oldest, calls: 1 }], to: oldest, read }
  return { quarterHours: fit.filter(({ quarterHour }) => quarterHour > oldest), to: oldest + 1, read }
}
