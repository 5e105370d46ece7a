import type { TeamCtx } from '@/lib/platform/db'
import type { BudgetStop } from './budget-stop'
import { updateBudget } from './store'

/** Notes that a budget kept a page from being bought, once the transaction that tried is undone. */
export async function noteStop(ctx: TeamCtx, { budgetId }: BudgetStop): Promise<void> {
  await updateBudget(ctx.db, ctx.team.id, budgetId, { stoppedAt: ctx.clock.now() })
}
