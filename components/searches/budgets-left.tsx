import { Text } from '@mantine/core'
import { exactAmount } from '@/components/budgets'
import { plural } from '@/lib/kernel'
import type { BudgetView } from '@/lib/money/budgets'
import type { KeyChoice } from './key-choice'

export type StoppingBudget = Pick<BudgetView, 'id' | 'name' | 'scope' | 'scopeId' | 'unit' | 'left'>

interface BudgetsLeftProps {
  /** Budgets that stop and count a run of this search by this member, with any key. */
  readonly budgets: readonly StoppingBudget[]
  /** The chosen key; undefined while Purser chooses it. */
  readonly chosen: KeyChoice | undefined
}

/** What the budgets leave for a run with the chosen key: it stops at the smallest of them at the latest. */
export function BudgetsLeft({ budgets, chosen }: BudgetsLeftProps) {
  const counting = budgets.filter((budget) => counts(budget, chosen))
  if (counting.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {plural(counting.length, 'budget')} can stop it:{' '}
      {counting.map(({ name, left, unit }) => `“${name}” leaves ${exactAmount(left, unit)}`).join('; ')}.
    </Text>
  )
}

function counts({ scope, scopeId }: StoppingBudget, chosen: KeyChoice | undefined): boolean {
  if (scope === 'key') return chosen?.id === scopeId
  if (scope === 'environment') return chosen?.environmentId === scopeId
  if (scope === 'wallet') return chosen?.walletId === scopeId
  return true
}
