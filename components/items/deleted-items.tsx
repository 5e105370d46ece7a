import { Alert } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { DeletedItems } from '@/lib/collect/retention'
import { formatMoment, formatPlural } from '@/lib/kernel'

interface DeletedNoteProps {
  readonly deleted: DeletedItems
}

/** Says, in place of a run's items, that they were deleted. */
export function DeletedItemsNote({ deleted }: DeletedNoteProps) {
  return (
    <Alert
      color="gray"
      title={deleted.isAll ? 'The items were deleted' : 'Some items were deleted'}
      icon={<IconTrash aria-hidden />}
    >
      {describeDeletedItems(deleted)} The run’s counts and cost stay.
    </Alert>
  )
}

/** Describes what was deleted, when and by whom, in a sentence. */
export function describeDeletedItems({ items, isAll, at, byName }: DeletedItems): string {
  const what = isAll
    ? `The ${formatPlural(items, 'item')} of this run`
    : `${formatPlural(items, 'item')} of this run`
  const were = `${what} ${items === 1 ? 'was' : 'were'} deleted`
  if (at === null) return `${were}.`
  const when = formatMoment(at)
  return byName === null
    ? `${were} on ${when} because they were older than the team keeps items.`
    : `${were} by ${byName} on ${when}.`
}
