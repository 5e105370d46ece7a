import type { TeamCtx } from '@/lib/platform/db'
import type { BudgetStop } from './budget-stop'
import { updateBudget } from './store'

/** Records that a budget refused a page, after the failed transaction has rolled back. */
export async function noteStop(ctx: TeamCtx, { budgetId }: Pick<BudgetStop, 'budgetId'>): Promise<void> {
  await updateBudget(ctx.db, ctx.team.id, budgetId, { stoppedAt: ctx.clock.now() })
}
