import { describeRemaining, exactAmount } from '@/components/budgets'
import { AppLink, Dimmed, PageNote } from '@/components/ui'
import { formatPlural, maxChargeForPage } from '@/lib/kernel'
import type { StoppingBudget } from '@/lib/money/budgets'
import type { PageEstimate } from './price-range'

interface BudgetsLeftProps {
  /** Budgets that can stop a run of this search by this member. */
  readonly budgets: readonly StoppingBudget[]
  /** Id of the chosen key; matches none while Purser chooses it. */
  readonly chosenId: string
}

/** Shows what the budgets leave for a run with the chosen key, which stops at the smallest of them at the latest. */
export function RemainingBudgets({ budgets, chosenId }: BudgetsLeftProps) {
  const counting = countingOf(budgets, chosenId)
  if (counting.length === 0) return null
  return (
    <Dimmed>
      {formatPlural(counting.length, 'budget')} can stop this run: {joined(counting)}.
    </Dimmed>
  )
}

/** Returns the budgets that leave less than the first page may need, and so will refuse it. */
export const listShortBudgets = (
  { budgets, chosenId }: BudgetsLeftProps,
  estimate: PageEstimate,
): readonly StoppingBudget[] => countingOf(budgets, chosenId).filter((budget) => isShort(budget, estimate))

interface ShortBudgetsProps {
  readonly team: string
  /** Id by which it describes the button that runs the search. */
  readonly id: string
  /** At least one. */
  readonly short: readonly StoppingBudget[]
  readonly estimate: PageEstimate
  /** The page that comes next; the first one by default. */
  readonly page?: 'first' | 'next'
}

/** Warns, before a run is started or continues, that a budget will refuse its next page. */
export function ShortBudgets({ id, team, short, estimate, page = 'first' }: ShortBudgetsProps) {
  const [first] = short
  if (!first) return null
  return (
    <div id={id}>
      <PageNote
        tone="warn"
        lead={`The ${page} page will not be bought:`}
        actions={<AppLink href={`/${team}/budgets`}>Open the budgets</AppLink>}
      >
        {joined(short)}, and a page may need {exactAmount(needOf(first, estimate) ?? 0n, first.unit)}.
      </PageNote>
    </div>
  )
}

const countingOf = (budgets: readonly StoppingBudget[], chosenId: string) =>
  budgets.filter(({ withAnyKey, keyIds }) => withAnyKey || keyIds.includes(chosenId))

const joined = (budgets: readonly StoppingBudget[]): string =>
  budgets.map((budget) => `“${budget.name}” has ${describeRemaining(budget)}`).join('; ')

/**
 * Returns what a budget reserves for a page before it is bought: the largest that may come. Null if no price is known.
 */
function needOf({ unit }: StoppingBudget, estimate: PageEstimate): bigint | null {
  const { minItems, maxItems, tariff, keepsToCount } = estimate
  const items = keepsToCount ? minItems : maxItems
  if (unit === 'items') return BigInt(items)
  return tariff && maxChargeForPage(tariff, items)
}

/** Returns whether a budget leaves less than the next page may need. */
function isShort(budget: StoppingBudget, estimate: PageEstimate): boolean {
  const need = needOf(budget, estimate)
  return need !== null && budget.left < need
}
