import type { Nano } from '@/lib/kernel'
import type { Attribution } from '@/lib/money/ledger'
import { periodOf } from '@/lib/platform/calendar'
import { lock, type TeamCtx, type Tx } from '@/lib/platform/db'
import { listAdminNames, timeZoneNow } from '@/lib/teams/teams'
import { BudgetStop } from './budget-stop'
import { countsCall } from './counting'
import { budgetLock } from './lock-name'
import { period, scope, unit } from './schemas'
import {
  type BudgetRow,
  insertHolds,
  makePeriod,
  selectBudgets,
  selectPeriods,
  sumGranted,
  takeFromPeriod,
} from './store'

export interface Need {
  readonly attemptId: string
  readonly attribution: Attribution
  /** The largest possible page. */
  readonly items: number
  /** The most that it can cost; null while no price is known. */
  readonly nano: Nano | null
  readonly openedAt: Date
}

/**
 * Holds the largest possible pages against every budget that counts them, in the transaction that opens the attempts.
 * Throws `BudgetStop` if one that stops could be passed: then the transaction must roll back.
 */
export async function reserve(tx: Tx, ctx: TeamCtx, needs: readonly Need[]): Promise<void> {
  const teamId = ctx.team.id
  await lock(tx, budgetLock(teamId), 'shared')
  const budgets = await selectBudgets(tx, teamId)
  const holds = []
  for (const need of needs) {
    const call = { teamId, ...need.attribution }
    const counting = budgets.filter((row) => countsCall({ ...row, scope: scope.parse(row.scope) }, call))
    if (counting.length > 0) holds.push(...(await holdAgainst(tx, ctx, counting, need)))
  }
  if (holds.length > 0) await insertHolds(tx, holds)
}

async function holdAgainst(tx: Tx, ctx: TeamCtx, budgets: readonly BudgetRow[], need: Need) {
  const teamId = ctx.team.id
  const ids = budgets.filter(({ stops }) => stops).map(({ id }) => id)
  const granted = await sumGranted(tx, teamId, ids, need.openedAt)
  // Not the context's zone: it may have changed since, and all calls must count in the same days.
  const timeZone = await timeZoneNow(tx, teamId)
  const holds = []
  for (const budget of budgets) {
    const amount = amountIn(budget, need)
    if (amount === null && budget.stops) {
      throw BudgetStop.withoutPrice(budget, need.attribution.operation, await listAdminNames(tx, teamId))
    }
    const span = periodOf(need.openedAt, period.parse(budget.period), timeZone)
    const key = { teamId, budgetId: budget.id, startsAt: span.startsAt }
    const most = budget.stops ? budget.amount + (granted.get(budget.id) ?? 0n) : null
    await makePeriod(tx, key)
    if (!(await takeFromPeriod(tx, key, amount ?? 0n, most))) {
      const [now] = await selectPeriods(tx, [key])
      const left = (most ?? 0n) - (now ? now.settled + now.reserved : 0n)
      const admins = await listAdminNames(tx, teamId)
      throw BudgetStop.spent(budget, {
        left,
        needed: amount ?? 0n,
        resetsAt: span.endsAt,
        timeZone,
        admins,
      })
    }
    holds.push({ attemptId: need.attemptId, amount: amount ?? 0n, ...key })
  }
  return holds
}

const amountIn = (budget: BudgetRow, { items, nano }: Need): bigint | null =>
  unit.parse(budget.unit) === 'items' ? BigInt(items) : nano
