import { newId } from '@/lib/kernel'
import { type Db, insertRows, joinSql, sql, type Tx } from '@/lib/platform/db'

/** The only file that names Budget, BudgetPeriod and BudgetHold. */

interface BudgetColumns {
  readonly name: string
  readonly amount: bigint
  readonly stops: boolean
  /** Percents, separated by commas. */
  readonly tellsAt: string
  readonly changedAt: Date
}

export const insertBudget = (
  tx: Tx,
  row: BudgetColumns & {
    teamId: string
    scope: string
    scopeId: string
    unit: string
    period: string
    createdAt: Date
  },
) => tx.budget.create({ data: { id: newId(), ...row } })

export const updateBudget = async (
  tx: Tx,
  teamId: string,
  id: string,
  columns: Partial<BudgetColumns> & { archivedAt?: Date; stoppedAt?: Date },
): Promise<number> =>
  (await tx.budget.updateMany({ where: { id, teamId, archivedAt: null }, data: columns })).count

export type BudgetRow = NonNullable<Awaited<ReturnType<typeof selectBudget>>>

/** Raw SQL, because every call runs this: in a transaction it costs a fifth of a model query. */
const BUDGETS = sql`
  SELECT "id", "teamId", "name", "scope", "scopeId", "unit", "period", "amount", "stops", "tellsAt", "createdAt",
    "changedAt", "stoppedAt", "archivedAt" FROM "Budget"`

/** Returns the team's budgets in force, ordered by id. Code that locks several of them uses this order. */
export const selectBudgets = (db: Db | Tx, teamId: string): Promise<BudgetRow[]> =>
  db.$queryRaw<BudgetRow[]>`${BUDGETS} WHERE "teamId" = ${teamId} AND "archivedAt" IS NULL ORDER BY "id"`

export const selectBudget = (db: Db | Tx, teamId: string, id: string) =>
  db.budget.findFirst({ where: { id, teamId, archivedAt: null } })

export interface PeriodKey {
  readonly teamId: string
  readonly budgetId: string
  readonly startsAt: Date
}

/** Creates a period's row unless it exists, even if somebody else creates it at the same moment. */
export const ensurePeriod = (tx: Tx, { teamId, budgetId, startsAt }: PeriodKey) => tx.$executeRaw`
  INSERT INTO "BudgetPeriod" ("budgetId", "startsAt", "teamId", "settled", "reserved")
  VALUES (${budgetId}, ${startsAt}, ${teamId}, 0, 0)
  ON CONFLICT ("budgetId", "startsAt") DO NOTHING`

/** Reserves an amount in one statement, unless that would exceed `max` (null: no limit). Returns whether it did. */
export async function reserveInPeriod(
  tx: Tx,
  { budgetId, startsAt }: PeriodKey,
  amount: bigint,
  max: bigint | null,
): Promise<boolean> {
  const within = max === null ? sql`` : sql`AND "settled" + "reserved" + ${amount} <= ${max}`
  const count = await tx.$executeRaw`
    UPDATE "BudgetPeriod" SET "reserved" = "reserved" + ${amount}
    WHERE "budgetId" = ${budgetId} AND "startsAt" = ${startsAt} ${within}`
  return count === 1
}

/** Replaces held amounts by the settled amount. Returns the period's settled sum afterwards. */
export async function settleHeldAmount(
  tx: Tx,
  { budgetId, startsAt }: PeriodKey,
  held: bigint,
  settled: bigint,
): Promise<bigint> {
  const rows = await tx.$queryRaw<{ settled: bigint | number }[]>`
    UPDATE "BudgetPeriod" SET "reserved" = "reserved" - ${held}, "settled" = "settled" + ${settled}
    WHERE "budgetId" = ${budgetId} AND "startsAt" = ${startsAt} RETURNING "settled"`
  return BigInt(rows[0]?.settled ?? 0)
}

export const selectPeriods = (db: Db | Tx, keys: readonly PeriodKey[]) =>
  db.budgetPeriod.findMany({
    where: { OR: keys.map(({ teamId, budgetId, startsAt }) => ({ teamId, budgetId, startsAt })) },
  })

/** The figures of a period, with the holds that make up its reserved sum. */
export interface PeriodFigures {
  readonly startsAt: Date
  readonly settled: bigint
  readonly holds: readonly { attemptId: string; amount: bigint }[]
}

/** Replaces all periods of a budget, with their holds. */
export async function replaceBudgetPeriods(
  tx: Tx,
  { teamId, budgetId }: Omit<PeriodKey, 'startsAt'>,
  periods: readonly PeriodFigures[],
): Promise<void> {
  const rows = periods.map(({ startsAt, settled, holds }) => {
    const reserved = holds.reduce((sum, { amount }) => sum + amount, 0n)
    return { teamId, budgetId, startsAt, settled, reserved }
  })
  const holds = periods.flatMap(({ startsAt, holds }) =>
    holds.map((hold) => ({ teamId, budgetId, startsAt, ...hold })),
  )
  await tx.$executeRaw`DELETE FROM "BudgetHold" WHERE "teamId" = ${teamId} AND "budgetId" = ${budgetId}`
  await tx.$executeRaw`DELETE FROM "BudgetPeriod" WHERE "teamId" = ${teamId} AND "budgetId" = ${budgetId}`
  await insertRows(tx, 'BudgetPeriod', rows)
  await insertHolds(tx, holds)
}

export interface HoldRow {
  readonly attemptId: string
  readonly budgetId: string
  readonly teamId: string
  readonly startsAt: Date
  readonly amount: bigint
}

export const insertHolds = (tx: Tx, rows: readonly HoldRow[]) => insertRows(tx, 'BudgetHold', rows)

/** Changes what an attempt holds in a period, together with the period's sum. */
export async function changeHold(
  tx: Tx,
  { attemptId, ...period }: PeriodKey & { readonly attemptId: string },
  before: bigint,
  amount: bigint,
): Promise<void> {
  const { budgetId, startsAt, teamId } = period
  await tx.budgetHold.updateMany({ where: { attemptId, budgetId, startsAt, teamId }, data: { amount } })
  await settleHeldAmount(tx, period, before - amount, 0n)
}

/** Returns the holds of attempts, ordered by budget id. */
export const selectHolds = (tx: Tx, teamId: string, attemptIds: readonly string[]): Promise<HoldRow[]> =>
  attemptIds.length === 0
    ? Promise.resolve([])
    : tx.$queryRaw<HoldRow[]>`
        SELECT "attemptId", "budgetId", "teamId", "startsAt", "amount" FROM "BudgetHold"
        WHERE "attemptId" IN (${joinSql([...attemptIds])}) AND NOT ("teamId" <> ${teamId})
        ORDER BY "budgetId", "attemptId"`

export const deleteHolds = (tx: Tx, teamId: string, attemptIds: readonly string[]): Promise<number> =>
  attemptIds.length === 0
    ? Promise.resolve(0)
    : tx.$executeRaw`
        DELETE FROM "BudgetHold" WHERE "attemptId" IN (${joinSql([...attemptIds])}) AND NOT ("teamId" <> ${teamId})`

/** Returns budgets, in force or not. */
export const selectBudgetsByIds = (tx: Tx, teamId: string, ids: readonly string[]): Promise<BudgetRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.$queryRaw<
        BudgetRow[]
      >`${BUDGETS} WHERE "id" IN (${joinSql([...ids])}) AND NOT ("teamId" <> ${teamId})`

/** Returns the name of the lock for recounting a team's budgets. Reservations and settlements share it. */
export const budgetLockName = (teamId: string): string => `budgets of ${teamId}`

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
export const selectPendingRaises = (db: Db, teamId: string, limit: number) =>
  db.budgetRaise.findMany({
    where: { teamId, state: 'asked' },
    orderBy: { askedAt: 'desc' },
    take: limit,
  })

/** Sums the granted raises of each budget at a given time. */
export async function sumGrantedRaises(
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
