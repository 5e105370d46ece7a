import { columnSql, type Db, joinSql, sql } from '@/lib/platform/db'
import type { EntryFilter } from '../core/entry-fields'
import { ROLLUPS, type Sql } from '../core/rollup-store'
import type { Outcome } from '../core/schemas'

/** What each outcome is counted in. */
const COUNT_OF: Readonly<Record<Outcome, 'pages' | 'frees' | 'unknowns'>> = {
  SETTLED: 'pages',
  FREE: 'frees',
  UNKNOWN: 'unknowns',
}

const COLUMNS = ['walletId', 'keyId', 'environmentId', 'memberId', 'searchId', 'operation'] as const

/** A filter as conditions on rollups. */
interface RollupConditions {
  /** Those that an index serves. */
  readonly indexed: readonly Sql[]
  /** Those that none serves. */
  readonly others: readonly Sql[]
  /** How many calls of a rollup fit, if it fits all conditions. */
  readonly calls: Sql
}

/** What a filter asks of rollups. */
export function conditionsOf(filter: EntryFilter): RollupConditions {
  const indexed = COLUMNS.flatMap((name) => {
    const member = filter[name]
    return member === undefined ? [] : [sql`r.${columnSql(name)} = ${member}`]
  })
  const { principal, outcome } = filter
  if (principal?.id !== undefined)
    indexed.push(sql`r."principal" = ${principal.kind} AND r."principalId" = ${principal.id}`)
  // The index of principals begins with the kind, but goes on by the id: it tells no order by time for a whole kind.
  const others = principal && principal.id === undefined ? [sql`r."principal" = ${principal.kind}`] : []
  if (!outcome) return { indexed, others, calls: sql`r."pages" + r."frees" + r."unknowns"` }
  const count = columnSql(COUNT_OF[outcome])
  // Of pages there is no index: nearly all rollups have some.
  if (outcome !== 'SETTLED') indexed.push(sql`r.${count} > 0`)
  return { indexed, others, calls: sql`r.${count}` }
}

/** Which quarter hours are looked through, from `to` on downward. */
interface Stretch {
  readonly teamId: string
  readonly from: number
  /** Not among them. */
  readonly to: number
}

const within = ({ teamId, from, to }: Stretch): Sql =>
  sql`r."teamId" = ${teamId} AND r."quarter" >= ${from} AND r."quarter" < ${to}`

/** So many rollups of a condition are skipped to see how far apart they are. */
const SAMPLE = 500

/** Of conditions the one that the fewest rollups of late fit: its index is the shortest way. */
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

/** What some rollups say. */
export interface QuarterHoursFound {
  /** Quarter hours with calls that fit, newest first, and how many fit. */
  readonly quarterHours: readonly { readonly quarterHour: number; readonly calls: number }[]
  /** Everything from here on was looked through. */
  readonly to: number
  /** How many rollups were read. */
  readonly read: number
}

/**
 * The newest quarter hours of a stretch with calls that fit all conditions. Reads at most so many rollups, those that fit
 * `along`, so that its cost is bounded whatever is asked for.
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
  // The oldest may have more rollups than were read: it is looked at again, unless there is no other.
  const oldest = Number(all?.oldest)
  if (oldest === Number(all?.newest))
    return { quarterHours: [{ quarterHour: oldest, calls: 1 }], to: oldest, read }
  return { quarterHours: fit.filter(({ quarterHour }) => quarterHour > oldest), to: oldest + 1, read }
}
