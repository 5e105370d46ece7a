import { formatMoment } from '@/lib/kernel'
import { type BudgetView, describeAmount } from '@/lib/money/budgets'
import type { Condition, Source } from '../condition'

/** Budgets that have passed a percent at which they tell, once per percent, period and amount; and those that stop pages. */
export const budgetAlerts: Source = async ({ ctx, budgets }) =>
  budgets.flatMap((budget) => [
    ...thresholdsOf(budget),
    ...(budget.stoppedAt === null ? [] : [stopOf(budget, budget.stoppedAt, ctx.team.timeZone)]),
  ])

function thresholdsOf(budget: BudgetView): Condition[] {
  const { id, name, tellsAt, settled, effectiveAmount, unit, startsAt } = budget
  return tellsAt
    .filter((percent) => settled * 100n >= effectiveAmount * BigInt(percent))
    .map((percent) => ({
      kind: 'budget_threshold',
      subjectId: id,
      subjectName: name,
      // With the amount: a budget that was raised tells again.
      occasion: `${percent}:${startsAt.toISOString()}:${effectiveAmount}`,
      isOn: true,
      title: `“${name}” has passed ${percent}%`,
      detail: `${describeAmount(settled, unit)} of ${describeAmount(effectiveAmount, unit)} are spent in the budget “${name}”.`,
      data: { percent: String(percent), settled: settled.toString(), amount: effectiveAmount.toString() },
      path: 'budgets',
    }))
}

const stopOf = (budget: BudgetView, stoppedAt: Date, timeZone: string): Condition => ({
  kind: 'budget_stopped',
  subjectId: budget.id,
  subjectName: budget.name,
  isOn: true,
  title: `“${budget.name}” stops calls`,
  detail: `The budget “${budget.name}” refused a call: ${describeAmount(budget.left, budget.unit)} of ${describeAmount(budget.effectiveAmount, budget.unit)} are left. ${
    budget.resetsAt
      ? `It starts again on ${formatMoment(budget.resetsAt, timeZone)}.`
      : 'It does not start again.'
  }`,
  data: { stoppedAt: stoppedAt.toISOString(), left: budget.left.toString() },
  path: 'budgets',
})
