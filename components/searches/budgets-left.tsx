import { Text } from '@mantine/core'
import { leftWords } from '@/components/budgets'
import { plural } from '@/lib/kernel'
import type { StoppingBudget } from '@/lib/money/budgets'
import type { PageEstimate } from './price-range'

interface BudgetsLeftProps {
  /** Budgets that can stop a run of this search by this member. */
  readonly budgets: readonly StoppingBudget[]
  /** The chosen key; none of them while Purser chooses it. */
  readonly chosenId: string
  readonly estimate: PageEstimate
}

/** What the budgets leave for a run with the chosen key: it stops at the smallest of them at the latest. */
export function BudgetsLeft({ budgets, chosenId, estimate }: BudgetsLeftProps) {
  const counting = budgets.filter(({ withAnyKey, keyIds }) => withAnyKey || keyIds.includes(chosenId))
  if (counting.length === 0) return null
  const short = counting.filter((budget) => isShort(budget, estimate))
  return (
    <Text size="sm" c="dimmed">
      {plural(counting.length, 'budget')} can stop it:{' '}
      {counting.map((budget) => `“${budget.name}” leaves ${leftWords(budget)}`).join('; ')}.
      {short.length > 0 && ` ${WORDS_OF_SHORT}`}
    </Text>
  )
}

const WORDS_OF_SHORT =
  'That is less than one page may need, so it will not be bought: a budget that stops holds the largest page first.'

/** Whether a budget leaves less than the next page may need. */
function isShort({ left, unit }: StoppingBudget, estimate: PageEstimate): boolean {
  const { leastItems, mostItems, priceNano, keepsToCount } = estimate
  const items = BigInt(keepsToCount ? leastItems : mostItems)
  if (unit === 'items') return left < items
  return priceNano !== null && left < items * priceNano
}
