import { type AttemptFilter, sumOpened } from '@/lib/money/ledger'
import { periodOf } from '@/lib/platform/calendar'
import { lock, type Tx } from '@/lib/platform/db'
import { budgetLock } from './lock-name'
import { period, type Scope, scope, unit } from './schemas'
import { type BudgetRow, replacePeriods, selectBudgets } from './store'

/**
 * Counts a budget's current period from the ledger: when the budget is made, and after a change of the time zone.
 * Nobody reserves meanwhile; earlier periods are forgotten.
 */
export async function recount(tx: Tx, budget: BudgetRow, at: Date, timeZone: string): Promise<void> {
  const { teamId, id: budgetId } = budget
  await lock(tx, budgetLock(teamId), 'exclusive')
  const span = periodOf(at, period.parse(budget.period), timeZone)
  const opened = await sumOpened(tx, teamId, filterOf(scope.parse(budget.scope), budget.scopeId), span)
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

function filterOf(of: Scope, id: string): AttemptFilter {
  switch (of) {
    case 'team':
      return {}
    case 'wallet':
      return { walletId: id }
    case 'environment':
      return { environmentId: id }
    case 'key':
      return { keyId: id }
    case 'member':
      return { memberId: id }
    case 'search':
      return { searchId: id }
  }
}
