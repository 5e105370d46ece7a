import { startOfQuarterHour } from '@/lib/platform/calendar'
import { columnSql, type Db, joinSql, sql } from '@/lib/platform/db'
import { ATTEMPTS_SQL } from '../core/attempt-store'
import { ENTRIES_SQL } from '../core/entry-store'
import {
  ROLLUP_DIMENSIONS,
  ROLLUP_MEASURES,
  ROLLUPS_SQL,
  rollupConditionSql,
  type SqlFragment,
} from '../core/rollup-store'
import type { QuarterHourRange } from '../core/schemas'

/** Sums of what entries `e` add to their rollups. */
const RECOUNTED: Readonly<Record<(typeof ROLLUP_MEASURES)[number], SqlFragment>> = {
  pages: sql`SUM(CASE WHEN e."outcome" = 'SETTLED' THEN 1 ELSE 0 END)`,
  items: sql`SUM(e."items")`,
  newItems: sql`SUM(e."newItems")`,
  chargeNano: sql`SUM(COALESCE(e."chargeNano", 0))`,
  unpricedItems: sql`SUM(CASE WHEN e."outcome" = 'SETTLED' AND e."chargeNano" IS NULL THEN e."items" ELSE 0 END)`,
  frees: sql`SUM(CASE WHEN e."outcome" = 'FREE' THEN 1 ELSE 0 END)`,
  refused: sql`SUM(CASE WHEN e."httpStatus" = 429 THEN 1 ELSE 0 END)`,
  unknowns: sql`SUM(CASE WHEN e."outcome" = 'UNKNOWN' THEN 1 ELSE 0 END)`,
  waitedMs: sql`SUM(CASE WHEN e."outcome" = 'SETTLED' THEN COALESCE(e."waitedMs", 0) ELSE 0 END)`,
  latencyMs: sql`SUM(CASE WHEN e."outcome" = 'SETTLED' THEN COALESCE(e."latencyMs", 0) ELSE 0 END)`,
}
const LISTED = joinSql(ROLLUP_MEASURES.map((name) => sql`${RECOUNTED[name]} AS ${columnSql(name)}`))
const COLUMNS = ['quarter', ...ROLLUP_DIMENSIONS] as const

const within = (teamId: string, { from, to }: QuarterHourRange) => sql`e."teamId" = ${teamId}
  AND e."at" >= ${startOfQuarterHour(from)} AND e."at" < ${startOfQuarterHour(to)}`

/** Selects what the entries of a span add to their rollups, in one row. */
export const selectSumsOfEntries = (teamId: string, span: QuarterHourRange) =>
  sql`SELECT ${LISTED} FROM ${ENTRIES_SQL} WHERE ${within(teamId, span)}`

/**
 * A rollup that differs from the sum of its entries. `by` holds, for each figure, by how much the entries exceed it.
 */
export interface RollupDifference {
  readonly of: Readonly<Record<(typeof COLUMNS)[number], string>>
  readonly by: FigureDifferences
}

/** By how much entries exceed what they are compared with. Figures that agree are left out. */
export type FigureDifferences = Readonly<Partial<Record<(typeof ROLLUP_MEASURES)[number], bigint>>>

/** Returns the figures of a row that are not 0. */
export const nonZeroFigures = (row: Readonly<Record<string, unknown>>): FigureDifferences =>
  Object.fromEntries(
    ROLLUP_MEASURES.map((name) => [name, BigInt(String(row[name] ?? 0))] as const).filter(
      ([, by]) => by !== 0n,
    ),
  )

/** Describes the differences in words. */
export const describeDifferences = (by: FigureDifferences): string =>
  Object.entries(by)
    .map(([name, value]) => `${name} by ${value}`)
    .join(', ')

/**
 * Recounts the rollups of a span of quarter hours from the entries and returns the differences. One statement reads
 * both at one moment, so that pages booked in the meantime are in both or in neither.
 */
export async function selectRollupDifferences(
  db: Db,
  teamId: string,
  span: QuarterHourRange,
  limit: number,
): Promise<RollupDifference[]> {
  const named = joinSql(COLUMNS.map((name) => sql`e.${columnSql(name)}`))
  const all = joinSql(COLUMNS.map((name) => sql`s.${columnSql(name)}`))
  const taken = ROLLUP_MEASURES.map((name) => sql`-r.${columnSql(name)}`)
  const sums = ROLLUP_MEASURES.map(
    (name) => sql`CAST(SUM(s.${columnSql(name)}) AS BIGINT) AS ${columnSql(name)}`,
  )
  const rows = await db.$queryRaw<Record<string, string | number | bigint>[]>`
    SELECT ${all}, ${joinSql(sums)} FROM (
      SELECT ${named}, ${LISTED} FROM ${ENTRIES_SQL} WHERE ${within(teamId, span)} GROUP BY ${named}
      UNION ALL SELECT ${joinSql([...COLUMNS.map((name) => sql`r.${columnSql(name)}`), ...taken])} FROM ${ROLLUPS_SQL}
      WHERE ${rollupConditionSql({ teamId, ...span })}
    ) s
    GROUP BY ${all}
    HAVING ${joinSql(
      ROLLUP_MEASURES.map((name) => sql`SUM(s.${columnSql(name)}) <> 0`),
      ' OR ',
    )}
    LIMIT ${limit}`
  return rows.map((row) => ({
    of: Object.fromEntries(COLUMNS.map((name) => [name, String(row[name])])) as RollupDifference['of'],
    by: nonZeroFigures(row),
  }))
}

/** Returns the ids of entries in a span whose copied columns differ from their attempts. */
export async function selectEntriesUnlikeAttempts(
  db: Db,
  teamId: string,
  span: QuarterHourRange,
  limit: number,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT e."id" FROM ${ENTRIES_SQL} JOIN ${ATTEMPTS_SQL} ON a."id" = e."attemptId"
    WHERE ${within(teamId, span)} AND (a."state" <> e."outcome" OR a."teamId" <> e."teamId"
      OR e."walletId" <> a."walletId" OR e."keyId" <> a."keyId" OR e."environmentId" <> a."environmentId"
      OR e."memberId" <> a."memberId" OR e."searchId" <> COALESCE(a."searchId", '') OR e."runId" <> a."runId"
      OR e."operation" <> a."operation" OR e."principal" <> a."principal"
      OR e."principalId" <> a."principalId" OR e."origin" <> a."origin")
    LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/** Returns the first and last quarter hour for which a team has entries or rollups; null if it has none. */
export async function selectFigureSpan(db: Db, teamId: string): Promise<QuarterHourRange | null> {
  const ends = async (order: ReturnType<typeof sql>) => {
    const rows = await db.$queryRaw<{ quarter: number | bigint }[]>`
      SELECT * FROM (SELECT e."quarter" FROM ${ENTRIES_SQL} WHERE e."teamId" = ${teamId} ORDER BY e."at" ${order} LIMIT 1) x
      UNION ALL SELECT * FROM (SELECT r."quarter" FROM ${ROLLUPS_SQL} WHERE r."teamId" = ${teamId}
      ORDER BY r."quarter" ${order} LIMIT 1) y`
    return rows.map(({ quarter }) => Number(quarter))
  }
  const [first, last] = [await ends(sql`ASC`), await ends(sql`DESC`)]
  return first.length === 0 ? null : { from: Math.min(...first), to: Math.max(...last) + 1 }
}
