import type { TeamCtx } from '@/lib/platform/db'
import { listBudgets } from './list-budgets'
import type { BudgetView } from './schemas'

/** The budgets that can stop a run of a search by the member who asks, with any key. */
export async function listStoppingBudgets(ctx: TeamCtx, searchId: string): Promise<BudgetView[]> {
  const subjects: Partial<Record<BudgetView['scope'], string>> = {
    member: ctx.actor.memberId,
    search: searchId,
  }
  return (await listBudgets(ctx)).filter(
    ({ stops, scope, scopeId }) => stops && (subjects[scope] ?? scopeId) === scopeId,
  )
}
