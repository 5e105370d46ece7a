import type { StoredItems } from '@/lib/collect/items'
import { formatBytes, plural } from '@/lib/kernel'

/** Describes what the time means, in a sentence or two; “For ever” needs no description. */
export const describeKept = (days: number | null): string | null =>
  days === null
    ? null
    : `In the night after they are ${plural(Math.max(1, days), 'day')} old, the items’ contents are deleted. The ledger, the runs and their counts stay; and known items are remembered, so that nothing old becomes new again.`

/** Says what a shorter time would delete at once, in a sentence. */
export const describeLoss = ({ items, bytes }: StoredItems): string =>
  items === 0
    ? 'No item is that old yet: nothing is deleted at once.'
    : `${plural(items, 'item')} (${formatBytes(bytes)}) will be deleted within the hour, being older than that. This cannot be undone.`

/** Describes what is stored, in a few words. */
export const describeStored = ({ items, pages, bytes }: StoredItems): string =>
  items === 0 ? 'None' : `${plural(items, 'item')} in ${plural(pages, 'page')}, ${formatBytes(bytes)}`
