import { AskForMore, BudgetCard, ChangeBudget, RaiseList, type ScopeName } from '@/components/budgets'
import { hasRole, nanoToText } from '@/lib/kernel'
import type { BudgetView } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { askForRaiseAction, changeBudgetAction, deleteBudgetAction, forecastBudgetAction } from './actions'

interface TeamBudgetProps {
  readonly ctx: TeamCtx
  readonly budget: BudgetView
  readonly scope: ScopeName
}

/** Shows a budget with the member's actions: admins change it, members ask for more, viewers only read. */
export function TeamBudget({ ctx, budget, scope }: TeamBudgetProps) {
  const { slug, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const mayAsk = !isAdmin && hasRole(ctx.actor.role, 'member')
  // Requests that wait for an admin are shown above, where they are decided.
  const raises = isAdmin ? budget.raises.filter(({ state }) => state !== 'asked') : budget.raises
  return (
    <BudgetCard budget={budget} scope={scope} timeZone={timeZone}>
      {raises.length > 0 && (
        <RaiseList budgetName={budget.name} raises={raises} unit={budget.unit} timeZone={timeZone} />
      )}
      {isAdmin && (
        <ChangeBudget
          team={slug}
          budget={typed(budget)}
          change={changeBudgetAction}
          remove={deleteBudgetAction}
          timeZone={timeZone}
          effect={forecastBudgetAction}
        />
      )}
      {mayAsk && <AskForMore team={slug} budget={typed(budget)} ask={askForRaiseAction} />}
    </BudgetCard>
  )
}

/** Returns a budget as its form shows it. */
const typed = ({ id, name, unit, stops, amount, tellsAt, scope, scopeId, period }: BudgetView) => ({
  id,
  scope,
  scopeId,
  period,
  name,
  unit,
  stops,
  amount: unit === 'items' ? amount.toString() : nanoToText(amount),
  tellsAt: tellsAt.join(', '),
})
