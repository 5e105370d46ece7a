import type { TeamCtx } from '@/lib/platform/db'
import { countsCall } from './counting'
import { listBudgets } from './list-budgets'
import type { BudgetView } from './schemas'

/** A key that a run may use, with its environment and wallet. */
interface UsableKey {
  readonly id: string
  readonly environmentId: string
  readonly walletId: string
}

/** A budget that can stop a run, with the keys for which it does. */
export interface StoppingBudget extends Pick<BudgetView, 'id' | 'name' | 'unit' | 'period' | 'left'> {
  /** True if it counts the run with any key. */
  readonly withAnyKey: boolean
  /** Ids of the keys with which it counts the run. */
  readonly keyIds: readonly string[]
}

/** Returns the budgets that can stop the acting member's run of a search with at least one of these keys. */
export async function listStoppingBudgets(
  ctx: TeamCtx,
  searchId: string,
  keys: readonly UsableKey[],
): Promise<StoppingBudget[]> {
  const call = { teamId: ctx.team.id, memberId: ctx.actor.memberId, searchId }
  const stopping = (await listBudgets(ctx)).filter(({ stops }) => stops)
  return stopping.flatMap((budget) => {
    const { id, name, unit, period, left } = budget
    const withAnyKey = countsCall(budget, call)
    const keyIds = keys.flatMap(({ id: keyId, environmentId, walletId }) =>
      countsCall(budget, { ...call, keyId, environmentId, walletId }) ? [keyId] : [],
    )
    return withAnyKey || keyIds.length > 0 ? [{ id, name, unit, period, left, withAnyKey, keyIds }] : []
  })
}
