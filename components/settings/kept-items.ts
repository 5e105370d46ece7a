import type { StoredItems } from '@/lib/collect/items'
import { formatBytes, plural } from '@/lib/kernel'

const FOR_EVER = 'ever'
const OTHER = 'other'

/** How long items can be kept, as a list to choose from. */
export const CHOICES = [
  { value: FOR_EVER, label: 'For ever' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '365 days' },
  { value: OTHER, label: 'Another number of days' },
] as const

/** The choice of the list for a number of days. */
export function choiceOf(days: number | null): string {
  if (days === null) return FOR_EVER
  return CHOICES.some(({ value }) => value === String(days)) ? String(days) : OTHER
}

/** The days of a choice; an impossible number is 0, which is refused. */
export function daysOf(choice: string, typed: string | number): number | null {
  if (choice === FOR_EVER) return null
  return Number(choice === OTHER ? typed : choice) || 0
}

/** Whether items would be kept for less time than now. */
export const isShorter = (days: number | null, now: number | null): boolean =>
  days !== null && (now === null || days < now)

/** How long items are kept, in a few words. */
export const keptFor = (days: number | null): string =>
  days === null ? 'Kept for ever' : `Kept for ${plural(days, 'day')}`

/** What the time means, in a sentence or two. */
export const describeKept = (days: number | null): string =>
  days === null
    ? 'Nothing is deleted automatically.'
    : `In the night after they are ${plural(Math.max(1, days), 'day')} old, the items’ contents are deleted. The ledger, the runs and their counts stay; and known items are remembered, so that nothing old becomes new again.`

/** What a shorter time would delete at once, in a sentence. */
export const describeLoss = ({ items, bytes }: StoredItems): string =>
  items === 0
    ? 'No item is that old yet: nothing is deleted at once.'
    : `${plural(items, 'item')} (${formatBytes(bytes)}) will be deleted within the hour, being older than that. This cannot be undone.`

/** What is stored, in a few words. */
export const describeStored = ({ items, pages, bytes }: StoredItems): string =>
  items === 0 ? 'None' : `${plural(items, 'item')} in ${plural(pages, 'page')}, ${formatBytes(bytes)}`
