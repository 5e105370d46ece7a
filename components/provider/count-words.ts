import { formatCount, formatMoment, largestPage, type Operation, plural, SMALLEST_PAGE } from '@/lib/kernel'
import type { CountHabit } from '@/lib/upstream/providers'

/** How a list of the upstream takes counts, as far as its pages have shown, and what a call holds because of that. */
export function describeCountHabit(operation: Operation, habit: CountHabit, timeZone: string): string {
  const { keepsToCount, leastCount, kept, needed, broken } = habit
  const largest = largestPage(operation)
  const holds = `A call holds the largest page, ${plural(largest, 'item')}, however few it asks for`
  const since = `${formatCount(kept)} of ${formatCount(needed)} pages so far`
  if (keepsToCount && leastCount > SMALLEST_PAGE)
    return `Keeps to counts of ${formatCount(leastCount)} and more: ${formatCount(needed)} pages in a row held no more than was asked for. A call holds what it asks for; one that asks for less holds the largest page, ${plural(largest, 'item')}.`
  if (keepsToCount)
    return `Keeps to counts: ${formatCount(needed)} pages in a row held no more than was asked for. A call holds what it asks for.`
  if (broken === null)
    return `Not known yet whether it keeps to counts: Purser needs ${formatCount(needed)} full pages that asked for fewer than ${plural(largest, 'item')}, and has seen ${formatCount(kept)}. ${holds}.`
  const { askedItems, cameItems, at } = broken
  const beyond = cameItems > largest ? ', more than the interface’s largest page' : ''
  return `Sends more than is asked for: ${plural(cameItems, 'item')}${beyond}, where ${formatCount(askedItems)} were asked for (${formatMoment(at, timeZone)}). ${holds}, until ${formatCount(needed)} pages in a row keep to their count (${since}).`
}
