import { Text } from '@mantine/core'
import { exactAmount } from '@/components/budgets'
import { plural } from '@/lib/kernel'
import type { StoppingBudget } from '@/lib/money/budgets'

interface BudgetsLeftProps {
  /** Budgets that can stop a run of this search by this member. */
  readonly budgets: readonly StoppingBudget[]
  /** The chosen key; none of them while Purser chooses it. */
  readonly chosenId: string
}

/** What the budgets leave for a run with the chosen key: it stops at the smallest of them at the latest. */
export function BudgetsLeft({ budgets, chosenId }: BudgetsLeftProps) {
  const counting = budgets.filter(({ withAnyKey, keyIds }) => withAnyKey || keyIds.includes(chosenId))
  if (counting.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {plural(counting.length, 'budget')} can stop it:{' '}
      {counting.map(({ name, left, unit }) => `“${name}” leaves ${exactAmount(left, unit)}`).join('; ')}.
    </Text>
  )
}
