import { Card, FactList } from '@/components/ui'
import {
  type ByOperation,
  formatCount,
  formatMoment,
  formatPlural,
  OPERATIONS,
  operationEntries,
} from '@/lib/kernel'
import type { CountHabit } from '@/lib/upstream/providers'

interface CountHabitsProps {
  readonly habits: ByOperation<CountHabit>
  readonly sizes: ByOperation<PageSizes>
}

/** Shows what the team's pages have shown about counts, which is learnt and not set. */
export function CountHabits({ habits, sizes }: CountHabitsProps) {
  return (
    <Card
      title="Counts"
      description="The count is the number of items that a call asks for. An API may send more, and charge for them. Purser learns this from the team’s pages, so that budgets and caps reserve enough for the next one."
    >
      <FactList
        facts={Object.fromEntries(
          operationEntries(habits).map(([operation, habit]) => [
            OPERATIONS[operation].plural,
            describeCountHabit(sizes[operation], habit),
          ]),
        )}
      />
    </Card>
  )
}

/** The page sizes of a list, as its provider states; `name` is null if a call cannot ask for one. */
interface PageSizes {
  readonly name: string | null
  readonly floor: number
  readonly maximum: number
}

/**
 * Describes how a list of the upstream takes counts, as far as its pages have shown, and what a call reserves because
 * of that.
 */
export function describeCountHabit({ name, floor, maximum }: PageSizes, habit: CountHabit): string {
  const { keepsToCount, leastCount, compliantPages, needed, broken } = habit
  if (name === null)
    return `Takes no count. A call reserves the largest page, ${formatPlural(maximum, 'item')}.`
  const holds = `A call reserves the largest page, ${formatPlural(maximum, 'item')}, however few it asks for`
  const since = `${formatCount(compliantPages)} of ${formatCount(needed)} pages so far`
  if (keepsToCount && leastCount > floor)
    return `Keeps to counts of ${formatCount(leastCount)} and more: ${formatCount(needed)} pages in a row held no more than was asked for. A call reserves what it asks for; one that asks for less reserves the largest page, ${formatPlural(maximum, 'item')}.`
  if (keepsToCount)
    return `Keeps to counts: ${formatCount(needed)} pages in a row held no more than was asked for. A call reserves what it asks for.`
  if (broken === null)
    return `Not known yet whether it keeps to counts: Purser needs ${formatCount(needed)} full pages that asked for fewer than ${formatPlural(maximum, 'item')}, and has seen ${formatCount(compliantPages)}. ${holds}.`
  const { askedItems, cameItems, at } = broken
  const beyond = cameItems > maximum ? ', more than the provider’s largest page' : ''
  return `Sends more than is asked for: ${formatPlural(cameItems, 'item')}${beyond}, where ${formatCount(askedItems)} were asked for (${formatMoment(at)}). ${holds}, until ${formatCount(needed)} pages in a row keep to their count (${since}).`
}
