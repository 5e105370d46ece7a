import { sumOpened } from '@/lib/money/ledger'
import { periodOf } from '@/lib/platform/calendar'
import { lock, type Tx } from '@/lib/platform/db'
import { filterOf } from './counting'
import { budgetLock } from './lock-name'
import { period, scope, unit } from './schemas'
import { type BudgetRow, replacePeriods, selectBudgets } from './store'

/**
 * Counts a budget's current period from the ledger: when the budget is made, and after a change of the time zone.
 * Nobody reserves meanwhile; earlier periods are forgotten.
 */
export async function recount(tx: Tx, budget: BudgetRow, at: Date, timeZone: string): Promise<void> {
  const { teamId, id: budgetId } = budget
  await lock(tx, budgetLock(teamId), 'exclusive')
  const span = periodOf(at, period.parse(budget.period), timeZone)
  const counting = { scope: scope.parse(budget.scope), scopeId: budget.scopeId }
  const opened = await sumOpened(tx, teamId, filterOf(counting), span)
  const inItems = unit.parse(budget.unit) === 'items'
  const holds = opened.pending.map(({ attemptId, reservedItems, reservedMicro }) => ({
    attemptId,
    amount: inItems ? BigInt(reservedItems) : (reservedMicro ?? 0n),
  }))
  const settled = inItems ? BigInt(opened.items) : opened.chargeMicro
  await replacePeriods(tx, { teamId, budgetId, startsAt: span.startsAt }, settled, holds)
}

/** Recounts all budgets of a team after a change of its time zone. In the transaction that changes it. */
export async function recountBudgets(tx: Tx, teamId: string, at: Date, timeZone: string): Promise<void> {
  for (const budget of await selectBudgets(tx, teamId)) await recount(tx, budget, at, timeZone)
}
