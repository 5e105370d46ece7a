import type { EndReason, RunProgress, RunTotals, RunView } from '@/lib/collect/runs'
import {
  currentUnit,
  formatCount,
  formatCredits,
  formatMoment,
  formatPlural,
  formatRounded,
  formatTime,
  formatWithUnit,
  type Nano,
  RUN_ENDS,
} from '@/lib/kernel'
import type { ReceivedPage } from './use-next-page'

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
    'The list seems to go on, but the next page was not found where the provider says that it is. What was bought is kept. An admin can test the provider under Settings, Provider: the test proposes where it is.',
  unusable_cursor: 'The API promised more, but its cursor cannot be used. What was bought is kept.',
  cap_reached: 'The run has reached its cap: one more page might pass it.',
  budget_refused: 'A budget refused the first page, so the run was ended. Nothing was bought.',
  date_passed: 'The pages have reached the chosen date: what follows is older.',
  unread_items:
    'None of the items of this page has an id or a text that Purser can find, so no further page is bought.',
  unread_times:
    'None of the items of this page has a time that Purser can read, so it cannot tell where to stop. No further page is bought. An admin can set “Time”, “Form of times” and “Zone of times” under Settings, Provider.',
  nothing_new: 'The run is up to date: the remaining items are known.',
  cancelled: 'The run was cancelled. What was bought is kept.',
  problem: 'The run could not continue. What was bought is kept.',
  restarted:
    'Purser was restarted while the run was under way. What was bought is kept. A new run begins at the first page.',
  provider_test: 'A test of the provider takes only one page.',
}

/** Explains why a run took no further page and, if it found nothing, what to do. */
export const describeEndReason = (
  endReason: EndReason,
  { items, reusedItems }: Pick<RunTotals, 'items' | 'reusedItems'>,
): string =>
  endReason === 'last_page' && items + reusedItems === 0
    ? 'Nothing was found. Change what the search asks, and run it again.'
    : END_REASONS[endReason]

const STATES: Record<EndReason, string> = RUN_ENDS

/** Describes a run's charge so far: credits, items without a known price, and unknown calls. */
export function describeCharge(totals: RunTotals, write: Write = formatWithUnit): string {
  const { pages, unknownCalls, unknownItems } = totals
  const known = describeKnown(totals, write)
  if (unknownCalls === 0) return known
  const unknown = `${formatPlural(unknownCalls, 'call')}, at most ${formatPlural(unknownItems, 'item')}`
  return pages === 0 ? `Unknown (${unknown})` : `${known} + unknown (${unknown})`
}

/** Writes an amount of credits: alone, or with money beside it. */
type Write = (amount: Nano) => string

function describeKnown({ chargeNano, unpricedItems, items }: RunTotals, write: Write): string {
  const charge = write(chargeNano)
  if (unpricedItems === 0) return charge
  const unpriced = `${formatPlural(unpricedItems, 'item')} without a known price`
  return unpricedItems === items ? unpriced : `${charge} + ${unpriced}`
}

/** Says that a page has come, and which items it brought. Indices begin at zero. */
export function describePage({ page, first, last }: ReceivedPage): string {
  if (first === null || last === null) return `Page ${page} is empty.`
  return `Loaded page ${page} (items ${formatCount(first + 1)}–${formatCount(last + 1)}).`
}

/** Describes a run's state in a word or two. One that goes page by page waits for the person. */
export const describeRunState = ({
  endReason,
  isInBackground,
}: Pick<RunView, 'endReason' | 'isInBackground'>): string =>
  endReason !== null ? STATES[endReason] : isInBackground ? 'Running' : 'More available'

/**
 * Describes how much of a run is new, and what the rest cost again. Two first runs at once share their items: each is
 * new in one of them.
 */
export function describeNewItems(
  { isBaseline }: Pick<RunView, 'isBaseline'>,
  { items, reusedItems, newItems, chargeNano }: RunTotals,
): string {
  if (isBaseline && newItems > 0 && newItems >= items + reusedItems)
    return `${formatCount(newItems)} (first run)`
  const again = items - Math.max(0, newItems - reusedItems)
  if (again <= 0 || items === 0) return formatCount(newItems)
  const share = chargeNano * BigInt(Math.min(again, items))
  const cost = share / BigInt(items)
  // “About” marks a share, because only the sum of a run's pages is known exactly.
  const isExact = again >= items || chargeNano % BigInt(items) === 0n
  const told = isExact ? formatWithUnit(cost) : `about ${formatRounded(cost)} ${currentUnit()}`
  return `${formatCount(newItems)} · ${formatPlural(again, 'repeat')} (${told})`
}

/** Describes how many items came from pages bought earlier; null if none. */
export function describeReused(
  { reusedItems }: RunTotals,
  since: Date | null,
  timeZone: string,
): string | null {
  if (reusedItems === 0) return null
  const when = since === null ? '' : ` (since ${formatMoment(since, timeZone)})`
  return `+ ${formatCount(reusedItems)} bought before${when}, free of charge`
}

/** Says that a run exceeded its cap, and why; null if it did not. */
export function describeExceededCap(
  { capItems, capNano }: Pick<RunView, 'capItems' | 'capNano'>,
  { items, chargeNano }: Pick<RunTotals, 'items' | 'chargeNano'>,
): string | null {
  const why = 'the API’s page was larger than asked for.'
  if (capItems !== null && items > capItems)
    return `It came to ${formatPlural(items, 'item')}, more than its cap of ${formatCount(capItems)}: ${why}`
  if (capNano !== null && chargeNano > capNano)
    return `It came to ${formatWithUnit(chargeNano)}, more than its cap of ${formatCredits(capNano)}: its pages were larger, or dearer, than known before.`
  return null
}

/** Explains why a run's key pauses. */
export const describePause = ({ wasAskedToPause }: NonNullable<RunProgress['key']>): string =>
  wasAskedToPause ? 'the API has asked for a pause' : 'a short pause, since the API refused a call'

const DAY_MS = 86_400_000

/** Says until when a run waits for the limit of its key; by the time of day if that is within a day. */
export const describeWait = (until: Date, timeZone: string, now: number | null): string =>
  `Waiting for the service’s limit until ${(now !== null && until.getTime() - now < DAY_MS ? formatTime : formatMoment)(until, timeZone)}`

/** Describes when a run stops, in a sentence. */
export function describeStopConditions(
  {
    capItems,
    capNano,
    untilAt,
    untilKnown,
  }: Pick<RunView, 'capItems' | 'capNano' | 'untilAt' | 'untilKnown'>,
  timeZone: string,
): string {
  const ends = [
    capItems !== null && `at ${formatPlural(capItems, 'item')}`,
    capNano !== null && `at ${formatWithUnit(capNano)}`,
    untilAt !== null && `at posts from before ${formatMoment(untilAt, timeZone)}`,
    untilKnown && 'at known items',
    'at the last page',
  ].filter(Boolean)
  return `It stops ${ends.join(', or ')}.`
}
