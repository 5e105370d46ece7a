import { startOfQuarterHour } from '@/lib/platform/calendar'
import { columnSql, type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import { ROLLUP_MEASURES, ROLLUPS_SQL, type RollupMeasure, rollupConditionSql } from '../core/rollup-store'
import type { QuarterHourRange } from '../core/schemas'
import { type FigureDifferences, nonZeroFigures, selectSumsOfEntries } from '../sums/figure-sums'

/** The only file that names DeletedCalls. */

/** The sums of the calls of a month that were deleted so far. */
export interface DeletedMonth extends Readonly<Record<RollupMeasure, bigint>> {
  readonly teamId: string
  readonly fromQuarter: number
  readonly toQuarter: number
  /** The moment that the deletion has reached; the end of the month once it is complete. */
  readonly deletedUntil: Date
  readonly beganAt: Date
  /** When the audit log recorded these sums; null if calls were deleted since. */
  readonly loggedAt: Date | null
}

/** Returns the moment at which a month ends. */
export const endOfMonth = ({ toQuarter }: Pick<DeletedMonth, 'toQuarter'>): Date =>
  startOfQuarterHour(toQuarter)

/** Returns the last month of which calls were deleted; null if there is none. */
export const selectLastDeletedMonth = (db: Db | Tx, teamId: string) =>
  db.deletedCalls.findFirst({ where: { teamId }, orderBy: { fromQuarter: 'desc' } })

/** Returns all months of which calls were deleted, oldest first. */
export const selectDeletedMonths = (db: Db, teamId: string) =>
  db.deletedCalls.findMany({ where: { teamId }, orderBy: { fromQuarter: 'asc' } })

export const putDeletedMonth = (tx: Tx, { teamId, fromQuarter, ...row }: DeletedMonth) =>
  tx.deletedCalls.upsert({
    where: { teamId_fromQuarter: { teamId, fromQuarter } },
    create: { teamId, fromQuarter, ...row },
    update: row,
  })

/**
 * Returns by how much the entries of a month, including the deleted ones, exceed its rollups. One statement reads
 * all at one moment, even while calls are being deleted.
 */
export async function selectMonthDifference(
  db: Db,
  teamId: string,
  month: QuarterHourRange,
): Promise<FigureDifferences> {
  const columns = ROLLUP_MEASURES.map(columnSql)
  const sums = columns.map((column) => sql`CAST(COALESCE(SUM(s.${column}), 0) AS BIGINT) AS ${column}`)
  const rows = await db.$queryRaw<Record<RollupMeasure, bigint | number>[]>`
    SELECT ${joinSql(sums)} FROM (
      ${selectSumsOfEntries(teamId, month)}
      UNION ALL SELECT ${joinSql(columns)} FROM "DeletedCalls"
      WHERE "teamId" = ${teamId} AND "fromQuarter" = ${month.from}
      UNION ALL SELECT ${joinSql(columns.map((column) => sql`-r.${column}`))} FROM ${ROLLUPS_SQL}
      WHERE ${rollupConditionSql({ teamId, ...month })}
    ) s`
  return nonZeroFigures(rows[0] ?? {})
}
