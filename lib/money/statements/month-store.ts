import type { Nano } from '@/lib/kernel'
import { type Db, insertRows, type Tx } from '@/lib/platform/db'

/** The only file that names StatementMonth, ClosedMonth and ClosedMonthLine. */

/** A past month. Its statements keep these moments, whatever zone the team moves to. */
export interface PastMonth {
  /** 2026-01 */
  readonly month: string
  readonly timeZone: string
  readonly startsAt: Date
  readonly endsAt: Date
}

export const selectLastMonth = (db: Db | Tx, teamId: string): Promise<PastMonth | null> =>
  db.statementMonth.findFirst({ where: { teamId }, orderBy: { month: 'desc' } })

/** Returns the given months that are recorded. */
export const selectMonths = (db: Db | Tx, teamId: string, months: string[]): Promise<PastMonth[]> =>
  db.statementMonth.findMany({ where: { teamId, month: { in: months } } })

export const insertMonth = (tx: Tx, teamId: string, month: PastMonth, recordedAt: Date) =>
  tx.statementMonth.create({ data: { teamId, ...month, recordedAt } })

export type ClosedMonthRow = NonNullable<Awaited<ReturnType<typeof selectClosedMonth>>>

export const selectClosedMonth = (db: Db, teamId: string, walletId: string, month: string) =>
  db.closedMonth.findUnique({ where: { teamId_walletId_month: { teamId, walletId, month } } })

export type LastClosedMonth = NonNullable<Awaited<ReturnType<typeof selectLastClosedMonth>>>

/** Returns the latest closed month of a wallet; null if none is. */
export const selectLastClosedMonth = (db: Db | Tx, teamId: string, walletId: string) =>
  db.closedMonth.findFirst({
    where: { teamId, walletId },
    orderBy: { month: 'desc' },
    select: { month: true, closingNano: true },
  })

/** Holds what an environment bought with one operation, or what its lost calls cost: then the operation is empty. */
export interface ClosedMonthLine {
  readonly environmentId: string
  readonly operation: string
  readonly items: bigint
  readonly chargeNano: Nano
}

export const selectClosedLines = (
  db: Db,
  teamId: string,
  walletId: string,
  month: string,
): Promise<ClosedMonthLine[]> => db.closedMonthLine.findMany({ where: { teamId, walletId, month } })

/** Inserts a closed month with its lines. */
export async function insertClosedMonth(
  tx: Tx,
  row: ClosedMonthRow,
  lines: readonly ClosedMonthLine[],
): Promise<void> {
  await tx.closedMonth.create({ data: row })
  const { teamId, walletId, month } = row
  await insertRows(
    tx,
    'ClosedMonthLine',
    lines.map((line) => ({ teamId, walletId, month, ...line })),
  )
}

/** Deletes a closed month with its lines. Returns its closing balance; null if it is not closed. */
export async function deleteClosedMonth(
  tx: Tx,
  where: { readonly teamId: string; readonly walletId: string; readonly month: string },
): Promise<Nano | null> {
  const [row] = await tx.closedMonth.findMany({ where, select: { closingNano: true } })
  const { count } = await tx.closedMonth.deleteMany({ where })
  if (!row || count === 0) return null
  await tx.closedMonthLine.deleteMany({ where })
  return row.closingNano
}
