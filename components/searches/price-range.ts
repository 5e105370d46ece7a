import type { ItemBand, RunOutlook } from '@/lib/collect/runs'
import {
  costOfItems,
  currentUnit,
  describeTariff,
  formatCount,
  formatCredits,
  isPerItem,
  maxChargeOf,
  parseNano,
  plural,
  type Tariff,
} from '@/lib/kernel'

/** What one page may bring and cost. Items: the fewest that are sold, and the most of its kind. */
export interface PageEstimate {
  readonly leastItems: number
  readonly mostItems: number
  /** What it costs; null if that is not known. */
  readonly tariff: Tariff | null
  /** What a price counts; credits unless given. */
  readonly unit?: string
  /** Whether the upstream was seen to send no more than is asked for. Else a page may bring the most, whatever that is. */
  readonly keepsToCount: boolean
}

const UNPRICED = 'The price is not known yet: spend is shown in items.'

/** What a page may bring and cost, before it is bought. */
export function describeEstimate({
  mostItems,
  tariff,
  unit = currentUnit(),
}: Omit<PageEstimate, 'leastItems'>): string {
  const most = `A page brings at most ${plural(mostItems, 'item')}`
  if (tariff === null) return `${most}. ${UNPRICED}`
  const page = formatCredits(maxChargeOf(tariff, mostItems))
  return isPerItem(tariff)
    ? `${most}, for ${page} ${unit} (${formatCredits(tariff.perItem)} per item). A shorter page costs less.`
    : `${most}, for at most ${page} ${unit}: ${describeTariff(tariff, unit)}.`
}

/** The same for a run in the background: most likely within a band, by the runs before it, and at most its cap. */
export function describeRunEstimate(
  estimate: PageEstimate,
  capItems: number | null,
  expected: ItemBand | null,
): string {
  const { mostItems, tariff } = estimate
  const likely = expected === null ? null : describeBand(estimate, capItems, expected)
  const most = capItems === null ? 'at most all there are' : describeMost(estimate, capItems)
  const whole = [likely, most].filter(Boolean).join(', ')
  return [
    `The run buys ${whole}, in pages of at most ${formatCount(mostItems)}.`,
    capItems === null && 'Set a cap to limit it.',
    tariff === null && UNPRICED,
  ]
    .filter(Boolean)
    .join(' ')
}

/** How many items a run will most likely buy; null where the runs before it do not tell. */
export function expectedItems(
  { whole, fresh }: RunOutlook,
  { untilKnown, untilAt }: { readonly untilKnown: boolean; readonly untilAt: string | null },
  { leastItems, mostItems }: Pick<PageEstimate, 'leastItems' | 'mostItems'>,
): ItemBand | null {
  if (untilAt !== null) return null
  if (!untilKnown) return whole
  const bought = (newItems: number) => itemsToFind(newItems, leastItems, mostItems)
  return fresh && { low: bought(fresh.low), middle: bought(fresh.middle), high: bought(fresh.high) }
}

function describeBand(
  estimate: PageEstimate,
  capItems: number | null,
  { low, middle, high }: ItemBand,
): string {
  const { tariff, mostItems, unit = currentUnit() } = estimate
  const [from, about, to] = [low, middle, high].map((items) => Math.min(roundly(items), capItems ?? items))
  const words = `about ${amountOf(about ?? 0, estimate)}`
  if (from === to) return words
  const cost = (items: number) =>
    tariff === null ? '' : formatCredits(costOfItems(tariff, items, mostItems))
  const costs = tariff === null ? '' : ` (${cost(from ?? 0)} to ${cost(to ?? 0)} ${unit})`
  return `${words}, likely ${formatCount(from ?? 0)} to ${formatCount(to ?? 0)}${costs}`
}

/**
 * How many items a run buys that stops where nothing is new, for so many new ones: it begins with the smallest page and
 * doubles it, and its last page holds one at least that is known.
 */
function itemsToFind(newItems: number, floor: number, maximum: number): number {
  let [bought, size] = [0, floor]
  while (bought <= newItems) {
    bought += size
    size = Math.min(maximum, 2 * size)
  }
  return bought
}

/** Two figures tell enough of what is not known exactly. */
function roundly(items: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(items, 1))) - 1)
  return Math.round(items / step) * step
}

/**
 * What a run with a cap may buy at most, in a few words: a cap below a page does not hold every upstream. What that costs is
 * certain where items alone are charged; else it depends on how full the pages come.
 */
export function describeMost(estimate: Omit<PageEstimate, 'leastItems'>, capItems: number): string {
  const { tariff, keepsToCount, mostItems, unit = currentUnit() } = estimate
  const items = keepsToCount ? capItems : Math.max(capItems, mostItems)
  if (tariff === null || isPerItem({ ...tariff, onceADayIn: null }))
    return `at most ${amountOf(items, estimate)}`
  const cost = `about ${formatCredits(costOfItems(tariff, items, mostItems))} ${unit}, more if pages are not full`
  return `at most ${plural(items, 'item')} (${cost})`
}

/** Caps of a run; credits as they are typed. */
interface Caps {
  readonly capItems: number | null
  readonly capCredits?: string | null
}

/** What a person should know before a run with a cap that is smaller than a page; null where its caps hold. */
export function warnOfPage(
  estimate: Omit<PageEstimate, 'leastItems'>,
  { capItems, capCredits = null }: Caps,
): string | null {
  const { mostItems, tariff, keepsToCount, unit = currentUnit() } = estimate
  const capNano = parseNano(capCredits ?? '')
  const isSmall =
    (capItems !== null && capItems < mostItems) ||
    (capNano !== null && tariff !== null && capNano < maxChargeOf(tariff, mostItems))
  if (keepsToCount || !isSmall) return null
  const page = tariff === null ? '' : ` (${formatCredits(maxChargeOf(tariff, mostItems))} ${unit})`
  return `One page may bring up to ${plural(mostItems, 'item')}${page}, however few are asked for: it is not known yet that this upstream keeps to smaller pages. The first page may pass this cap; no other will be bought then.`
}

function amountOf(
  items: number,
  { tariff, mostItems, unit = currentUnit() }: Pick<PageEstimate, 'tariff' | 'mostItems' | 'unit'>,
): string {
  const cost = tariff === null ? '' : ` (${formatCredits(costOfItems(tariff, items, mostItems))} ${unit})`
  return `${plural(items, 'item')}${cost}`
}
