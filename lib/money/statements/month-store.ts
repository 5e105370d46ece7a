import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names StatementMonth. */

/** A past month. Its statement keeps these moments, whatever zone the team moves to. */
export interface ClosedMonth {
  /** 2026-01 */
  readonly month: string
  readonly timeZone: string
  readonly startsAt: Date
  readonly endsAt: Date
}

export const selectLastClosedMonth = (db: Db | Tx, teamId: string): Promise<ClosedMonth | null> =>
  db.statementMonth.findFirst({ where: { teamId }, orderBy: { month: 'desc' } })

/** Returns the given months that are closed. */
export const selectClosedMonths = (db: Db, teamId: string, months: string[]): Promise<ClosedMonth[]> =>
  db.statementMonth.findMany({ where: { teamId, month: { in: months } } })

export const insertClosedMonth = (tx: Tx, teamId: string, month: ClosedMonth, closedAt: Date) =>
  tx.statementMonth.create({ data: { teamId, ...month, closedAt } })
