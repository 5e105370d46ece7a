import { cachedTeamUnit, formatMoment } from '@/lib/kernel'
import { type BudgetView, formatBudgetAmount, isOverspent } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import type { Condition, ConditionSource } from '../condition'

/**
 * Returns budgets that have passed a percentage at which they warn, once per percentage, period and amount, and only
 * the highest, since a warning at 100 % makes one at 50 % redundant; and budgets that stop calls.
 */
export const budgetConditions: ConditionSource = async ({ ctx, budgets }) =>
  budgets.flatMap((budget) => [
    ...highestPassed(budget, cachedTeamUnit(ctx.team.id)),
    ...(budget.stoppedAt === null ? [] : [stopOf(budget, budget.stoppedAt, ctx.team)]),
  ])

function highestPassed(budget: BudgetView, balanceUnit: string): Condition[] {
  const { id, name, tellsAt, settled, effectiveAmount, unit, startsAt } = budget
  const percent = tellsAt.findLast((one) => settled * 100n >= effectiveAmount * BigInt(one))
  if (percent === undefined) return []
  return [
    {
      kind: 'budget_threshold',
      subjectId: id,
      subjectName: name,
      // Includes the amount, so that a budget that was raised warns again.
      occasion: `${percent}:${startsAt.toISOString()}:${effectiveAmount}`,
      isOn: true,
      title: isOverspent(budget) ? overspentTitle(name) : `“${name}” has reached ${percent}%`,
      detail: `${formatBudgetAmount(settled, unit, balanceUnit)} of ${formatBudgetAmount(effectiveAmount, unit, balanceUnit)} are spent in the budget “${name}”.`,
      data: { percent: String(percent), settled: settled.toString(), amount: effectiveAmount.toString() },
      path: `budgets#${id}`,
    },
  ]
}

/** Writes the title for a budget of which more than all is spent. */
export const overspentTitle = (name: string): string => `“${name}” is over budget`

const stopOf = (
  budget: BudgetView,
  stoppedAt: Date,
  { id: teamId, timeZone }: TeamCtx['team'],
): Condition => ({
  kind: 'budget_stopped',
  subjectId: budget.id,
  subjectName: budget.name,
  // Includes the amount, so that a budget that was raised is a new alert when it blocks again.
  occasion: `${budget.startsAt.toISOString()}:${budget.effectiveAmount}`,
  isOn: true,
  title: `“${budget.name}” is blocking calls`,
  detail: `The budget “${budget.name}” refused a call: ${formatBudgetAmount(budget.left, budget.unit, cachedTeamUnit(teamId))} of ${formatBudgetAmount(budget.effectiveAmount, budget.unit, cachedTeamUnit(teamId))} are left. ${
    budget.resetsAt ? `It resets on ${formatMoment(budget.resetsAt, timeZone)}.` : 'It does not reset.'
  }`,
  data: { stoppedAt: stoppedAt.toISOString(), left: budget.left.toString() },
  path: `budgets#${budget.id}`,
})
