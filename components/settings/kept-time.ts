import type { StoredItems } from '@/lib/collect/items'
import { formatBytes, formatPlural } from '@/lib/kernel'

/** Returns whether something would be kept for less time than now. */
export const isShorterRetention = (time: number | null, now: number | null): boolean =>
  time !== null && (now === null || time < now)

/** Says how long something is kept, in a few words. */
export const keptForText = (time: number | null, unit: string): string =>
  time === null ? 'Kept forever' : `Kept for ${formatPlural(time, unit)}`

/** Describes what leaves and what stays, in a few sentences. */
export const describeCallRetention = (months: number): string =>
  `Once a whole month is ${formatPlural(Math.max(1, months), 'month')} old, the ledger’s rows of its calls are deleted: who called, when, and what each call cost. All sums stay: usage, spend, totals, statements, balances, runs and their items. Unknown calls stay too. The audit log says how many calls were deleted, and what they cost.`

/** Says in a sentence what a shorter time would delete immediately. */
export const describeCallDeletion = (calls: number): string =>
  calls === 0
    ? 'No calls are that old yet, so nothing is deleted now.'
    : `The details of ${formatPlural(calls, 'call')} will be deleted, beginning within the hour. This cannot be undone.`

/** Describes what the time means, in a sentence or two. */
export const describeItemRetention = (days: number): string =>
  `In the night after they are ${formatPlural(Math.max(1, days), 'day')} old, the items’ contents are deleted. The ledger, the runs and their counts are kept. Known items are remembered, so old items are never counted as new again.`

/** Says in a sentence what a shorter time would delete immediately. */
export const describeItemDeletion = ({ items, bytes }: StoredItems): string =>
  items === 0
    ? 'No items are that old yet, so nothing is deleted now.'
    : `${formatPlural(items, 'item')} (${formatBytes(bytes)}) are older than that and will be deleted within the hour. This cannot be undone.`

/** Describes what is stored, in a few words. */
export const describeStoredItems = ({ items, pages, bytes }: StoredItems): string =>
  items === 0
    ? 'None'
    : `${formatPlural(items, 'item')} in ${formatPlural(pages, 'page')}, ${formatBytes(bytes)}`
