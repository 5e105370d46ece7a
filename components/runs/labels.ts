import type { RunTotals, RunView } from '@/lib/collect/runs'
import {
  currentUnit,
  formatCount,
  formatCredits,
  formatMoment,
  formatPlural,
  formatRounded,
  formatWithUnit,
  type Nano,
  RUN_ENDS,
} from '@/lib/kernel'
import type { ReceivedPage } from './use-next-page'

/** Describes a run's charge so far: credits, items without a known price, and unknown calls. */
export function describeRunCharge(totals: RunTotals, write: Write = formatWithUnit): string {
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

/** Says that a page has come, and which items it has. Indices begin at zero. */
export function describePage({ page, first, last }: ReceivedPage): string {
  if (first === null || last === null) return `Page ${page} is empty.`
  return `Loaded page ${page} (items ${formatCount(first + 1)}–${formatCount(last + 1)}).`
}

/** Describes a run's state in a word or two. One that is continued page by page waits for the person. */
export function describeRunState(
  run: Pick<RunView, 'endReason' | 'isInBackground' | 'pages' | 'reusedPages'>,
): string {
  if (run.endReason !== null) return RUN_ENDS[run.endReason]
  if (run.isInBackground) return 'Running'
  return run.pages + run.reusedPages === 0 ? 'No page yet' : 'More available'
}

/**
 * Describes how much of a run is new, and what the rest cost again. Two simultaneous first runs share their items:
 * each is new in one of them.
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
  return `${formatCount(newItems)} · ${formatCount(again)} bought again (${told})`
}

/** Describes how many items came from pages bought earlier; null if none. */
export function describeReused({ reusedItems }: RunTotals, since: Date | null): string | null {
  if (reusedItems === 0) return null
  const when = since === null ? '' : ` (since ${formatMoment(since)})`
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
