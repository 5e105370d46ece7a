import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { columnSql, type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import { MEASURES, ROLLUPS, whereSql } from '../core/rollup-store'
import type { QuarterHourRange } from '../core/schemas'
import { differencesOf, type FigureDifferences, selectSumsOfEntries } from '../sums/figure-sums'

/** The only file that names LeftDetail. */

/** `counted` before the first detail of a stretch leaves; `left`: what has left so far. */
type LeftPart = 'counted' | 'left'

export type LeftSums = Readonly<Record<(typeof MEASURES)[number], bigint>>

/** What the details of a stretch are, as far as the work has come. */
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

/** The last stretch of a team that was begun. */
export async function selectLastStretch(db: Db | Tx, teamId: string) {
  const last = await db.leftDetail.findFirst({
    where: { teamId, part: 'counted' },
    orderBy: { fromQuarter: 'desc' },
  })
  return last && { counted: last, left: await selectPart(db, teamId, last.fromQuarter, 'left') }
}

/** A stretch as it was counted, or what has left of it. */
export const selectPart = (db: Db | Tx, teamId: string, fromQuarter: number, part: LeftPart) =>
  db.leftDetail.findUnique({ where: { teamId_fromQuarter_part: { teamId, fromQuarter, part } } })

/** The last stretch of which details left. */
export const selectLastLeft = (db: Db, teamId: string) =>
  db.leftDetail.findFirst({ where: { teamId, part: 'left' }, orderBy: { fromQuarter: 'desc' } })

/** Everything before this moment has left, but for what stays; the beginning of time where nothing has. */
export async function selectLeftBefore(db: Db, teamId: string): Promise<Date> {
  const last = await selectLastLeft(db, teamId)
  return last ? leftBefore(last) : new Date(0)
}

/** Up to where a stretch has left: its end, or the quarter hour that the work has come to. */
export const leftBefore = ({ toQuarter, lastAt, doneAt }: Pick<LeftRow, 'toQuarter' | 'lastAt' | 'doneAt'>) =>
  startOfQuarterHour(doneAt ? toQuarter : quarterHourOf(lastAt))

/** All stretches of which details left, oldest first: one a month. */
export const selectLeft = (db: Db, teamId: string) =>
  db.leftDetail.findMany({ where: { teamId, part: 'left' }, orderBy: { fromQuarter: 'asc' } })

export const putLeft = (tx: Tx, part: LeftPart, { teamId, fromQuarter, ...row }: LeftRow) =>
  tx.leftDetail.upsert({
    where: { teamId_fromQuarter_part: { teamId, fromQuarter, part } },
    create: { teamId, fromQuarter, ...row, part },
    update: row,
  })

/** Forgets a stretch that was being counted and of which nothing has left. */
export const deleteCounted = (tx: Tx, teamId: string, fromQuarter: number) =>
  tx.leftDetail.deleteMany({ where: { teamId, fromQuarter, part: 'counted' } })

/**
 * By how much the entries of a stretch, those that left included, are more than its rollups. One statement sees all at
 * one moment, also while details leave.
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
