import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { columnSql, type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import { MEASURES, ROLLUPS, whereSql } from '../core/rollup-store'
import type { QuarterHourRange } from '../core/schemas'
import { differencesOf, type FigureDifferences, selectSumsOfEntries } from '../sums/figure-sums'

/** The only file that names LeftDetail. */

/** `counted` is the whole stretch before its first detail is deleted; `left` is what has been deleted so far. */
type LeftPart = 'counted' | 'left'

export type LeftSums = Readonly<Record<(typeof MEASURES)[number], bigint>>

/** Sums and hash of a stretch's details, up to the position that the work has reached. */
export interface LeftRow extends LeftSums {
  readonly teamId: string
  readonly fromQuarter: number
  readonly toQuarter: number
  readonly hash: string
  readonly entries: bigint
  readonly firstId: string
  readonly lastId: string
  readonly lastAt: Date
  readonly beganAt: Date
  readonly doneAt: Date | null
}

/** Returns the last stretch of a team that was begun; null if there is none. */
export async function selectLastStretch(db: Db | Tx, teamId: string) {
  const last = await db.leftDetail.findFirst({
    where: { teamId, part: 'counted' },
    orderBy: { fromQuarter: 'desc' },
  })
  return last && { counted: last, left: await selectPart(db, teamId, last.fromQuarter, 'left') }
}

/** Returns a stretch as it was counted, or what has been deleted of it. */
export const selectPart = (db: Db | Tx, teamId: string, fromQuarter: number, part: LeftPart) =>
  db.leftDetail.findUnique({ where: { teamId_fromQuarter_part: { teamId, fromQuarter, part } } })

/** Returns the last stretch of which details were deleted; null if there is none. */
export const selectLastLeft = (db: Db, teamId: string) =>
  db.leftDetail.findFirst({ where: { teamId, part: 'left' }, orderBy: { fromQuarter: 'desc' } })

/** Returns how far a stretch has been deleted: its end, or the quarter hour that the work has reached. */
export const leftBefore = ({ toQuarter, lastAt, doneAt }: Pick<LeftRow, 'toQuarter' | 'lastAt' | 'doneAt'>) =>
  startOfQuarterHour(doneAt ? toQuarter : quarterHourOf(lastAt))

/** Returns all stretches of which details were deleted, oldest first. There is one a month. */
export const selectLeft = (db: Db, teamId: string) =>
  db.leftDetail.findMany({ where: { teamId, part: 'left' }, orderBy: { fromQuarter: 'asc' } })

export const putLeft = (tx: Tx, part: LeftPart, { teamId, fromQuarter, ...row }: LeftRow) =>
  tx.leftDetail.upsert({
    where: { teamId_fromQuarter_part: { teamId, fromQuarter, part } },
    create: { teamId, fromQuarter, ...row, part },
    update: row,
  })

/** Deletes the counts of a stretch of which nothing has been deleted. */
export const deleteCounted = (tx: Tx, teamId: string, fromQuarter: number) =>
  tx.leftDetail.deleteMany({ where: { teamId, fromQuarter, part: 'counted' } })

/**
 * Returns by how much the entries of a stretch, including the deleted ones, exceed its rollups. One statement reads
 * all at one moment, even while details are being deleted.
 */
export async function selectLeftDifference(
  db: Db,
  teamId: string,
  span: QuarterHourRange,
): Promise<FigureDifferences> {
  const columns = MEASURES.map(columnSql)
  const sums = columns.map((column) => sql`CAST(COALESCE(SUM(s.${column}), 0) AS BIGINT) AS ${column}`)
  const rows = await db.$queryRaw<Record<(typeof MEASURES)[number], bigint | number>[]>`
    SELECT ${joinSql(sums)} FROM (
      ${selectSumsOfEntries(teamId, span)}
      UNION ALL SELECT ${joinSql(columns)} FROM "LeftDetail"
      WHERE "teamId" = ${teamId} AND "fromQuarter" = ${span.from} AND "part" = 'left'
      UNION ALL SELECT ${joinSql(columns.map((column) => sql`-r.${column}`))} FROM ${ROLLUPS}
      WHERE ${whereSql({ teamId, ...span })}
    ) s`
  return differencesOf(rows[0] ?? {})
}
