import type { EndReason, RunTotals, RunView } from '@/lib/collect/runs'
import { formatPlural, formatWithUnit, reachedCap } from '@/lib/kernel'

/** The reasons why a run took no further page. */
const END_REASONS: Record<EndReason, string> = {
  last_page: 'That was the last page.',
  repeated_cursor:
    'The API led back to a page that was bought already. The run was ended so that you do not pay twice.',
  repeated_page:
    'The API sent the items of an earlier page again. The run was ended so that you do not pay for them again.',
  empty_page:
    'The API sent ten empty pages in a row and promised more each time. The run was ended so that it cannot go on forever.',
  next_page_not_found:
    'The list seems to continue, but the next page was not found where the provider says that it is. What was bought is kept. An admin can test the provider under Settings, Provider: the test proposes where it is.',
  unusable_cursor: 'The API promised more, but its cursor cannot be used. What was bought is kept.',
  cap_reached: 'The run has reached its cap: one more page might exceed it.',
  budget_refused: 'A budget refused the next page, so the run was ended. What was bought is kept.',
  date_passed: 'The pages have reached the chosen date: what follows is older.',
  unread_items:
    'None of the items of this page has an id or a text that Purser can find, so no further page is bought.',
  unread_times:
    'None of the items of this page has a time that Purser can read, so it cannot tell where to stop. No further page is bought. An admin can set “Time”, “Form of times” and “Zone of times” under Settings, Provider.',
  nothing_new:
    'The run stopped at known items, as you chose. Older items, known or not, were not looked for.',
  cancelled: 'The run was cancelled. What was bought is kept.',
  problem: 'The run could not continue. What was bought is kept.',
  restarted:
    'Purser was restarted while the run was under way. What was bought is kept. A new run begins at the first page.',
  provider_test: 'A test of the provider takes only one page.',
  subjects_ended: 'Each subject has ended.',
}

type Capped = Pick<RunView, 'capItems' | 'capNano' | 'subjects'>

/** Explains why a run took no further page, at which cap it ended and, if it found nothing, what to do. */
export const describeEndReason = (
  endReason: EndReason,
  totals: Pick<RunTotals, 'items' | 'reusedItems' | 'chargeNano'>,
  { capItems, capNano, subjects }: Capped,
): string => {
  if (endReason === 'last_page' && totals.items + totals.reusedItems === 0)
    return 'Nothing was found. Change what the search asks, and run it again.'
  const cap = endReason === 'cap_reached' ? reachedCap({ capItems, capNano }, totals) : null
  if (cap === null) return END_REASONS[endReason]
  const most = cap === 'items' ? formatPlural(capItems ?? 0, 'item') : formatWithUnit(capNano ?? 0n)
  return `${subjects ? 'Each subject' : 'The run'} has reached its cap of ${most}: one more page might exceed it.`
}

interface EndWordsProps {
  readonly endReason: EndReason
  readonly totals: RunTotals
  readonly run: Capped
}

/** Says why a run took no further page. In a file of its own, because most runs are looked at before their end. */
export const EndWords = ({ endReason, totals, run }: EndWordsProps) =>
  describeEndReason(endReason, totals, run)
