import { newId } from '@/lib/kernel'
import { type Db, joinSql, type Tx } from '@/lib/platform/db'

/** The only file that names BudgetRaise. */

export const insertRaise = (
  tx: Tx,
  row: {
    teamId: string
    budgetId: string
    amount: bigint
    reason: string
    askedById: string
    askedByName: string
    askedAt: Date
  },
) => tx.budgetRaise.create({ data: { id: newId(), state: 'asked', ...row } })

export const selectRaise = (tx: Tx, teamId: string, id: string) =>
  tx.budgetRaise.findFirst({ where: { id, teamId } })

/** Decides an open request for a raise. Returns whether it was open. */
export const decideRaiseRow = async (
  tx: Tx,
  teamId: string,
  id: string,
  decision: {
    state: string
    decidedById: string
    decidedByName: string
    decidedAt: Date
    endsAt: Date | null
  },
): Promise<boolean> =>
  (await tx.budgetRaise.updateMany({ where: { id, teamId, state: 'asked' }, data: decision })).count === 1

export const selectRaises = (db: Db | Tx, teamId: string, budgetIds: string[]) =>
  db.budgetRaise.findMany({
    where: { teamId, budgetId: { in: budgetIds } },
    orderBy: { askedAt: 'desc' },
  })

/** Returns undecided requests, newest first. */
export const selectAskedRaises = (db: Db, teamId: string, most: number) =>
  db.budgetRaise.findMany({
    where: { teamId, state: 'asked' },
    orderBy: { askedAt: 'desc' },
    take: most,
  })

/** Sums the granted raises of each budget at a moment. */
export async function sumGranted(
  db: Db | Tx,
  teamId: string,
  budgetIds: string[],
  at: Date,
): Promise<ReadonlyMap<string, bigint>> {
  if (budgetIds.length === 0) return new Map()
  const rows = await db.$queryRaw<{ budgetId: string; amount: bigint | number }[]>`
    SELECT "budgetId", CAST(SUM("amount") AS BIGINT) AS "amount" FROM "BudgetRaise"
    WHERE "teamId" = ${teamId} AND "budgetId" IN (${joinSql(budgetIds)}) AND "state" = 'granted' AND "endsAt" > ${at}
    GROUP BY "budgetId"`
  return new Map(rows.map(({ budgetId, amount }) => [budgetId, BigInt(amount)]))
}
