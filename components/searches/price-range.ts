import {
  costOfItems,
  currentUnit,
  describeTariff,
  formatCredits,
  formatPlural,
  isPerItem,
  maxChargeForPage,
  type Nano,
  parseNano,
  type Tariff,
  withMoney,
} from '@/lib/kernel'

/** The possible content and cost of one page. Items: the minimum that is sold, and the maximum of its kind. */
export interface PageEstimate {
  readonly minItems: number
  readonly maxItems: number
  /** Price; null if it is not known. */
  readonly tariff: Tariff | null
  /** Unit of the price; credits by default. */
  readonly unit?: string
  /** The wallet that pays; absent if that is not chosen yet. */
  readonly walletId?: string | null
  /**
   * True if the upstream was seen to send no more than is requested. Otherwise a page may return the maximum, whatever
   * is requested.
   */
  readonly keepsToCount: boolean
  /** Cost of looking the user up first; null or absent if that is free or not needed. */
  readonly lookUpNano?: Nano | null
}

export const UNPRICED_TEXT = 'The price is not known yet: spend is shown in items.'

/** Describes what a page may return and cost, before it is bought. */
export function describeEstimate({
  maxItems,
  tariff,
  unit = currentUnit(),
  walletId = null,
}: Omit<PageEstimate, 'minItems'>): string {
  const max = `A page brings at most ${formatPlural(maxItems, 'item')}`
  if (tariff === null) return `${max}. ${UNPRICED_TEXT}`
  const most = maxChargeForPage(tariff, maxItems)
  const page = withMoney(`${formatCredits(most)} ${unit}`, most, walletId, ', ')
  if (isOfCalls(tariff)) return `${max}, for ${page} a page, however many it brings.`
  return isPerItem(tariff)
    ? `${max}, for ${page} (${formatCredits(tariff.perItem)} per item). A shorter page costs less.`
    : `${max}, for at most ${page}: ${describeTariff(tariff, unit)}.`
}

/** Returns whether each call costs the same, whatever it returns. */
const isOfCalls = ({ perItem, perCall, minPerCall, steps }: Tariff): boolean =>
  perItem === 0n && steps.length === 0 && perCall >= minPerCall && perCall > 0n

/**
 * Describes the maximum that a run with a cap may buy, in a few words: not every upstream respects a cap below a page.
 * The cost is certain if items alone are charged; otherwise it depends on how full the pages are.
 */
export function describeMaxPurchase(estimate: Omit<PageEstimate, 'minItems'>, capItems: number): string {
  const { tariff, keepsToCount, maxItems, unit = currentUnit(), walletId = null } = estimate
  const items = keepsToCount ? capItems : Math.max(capItems, maxItems)
  if (tariff === null || isPerItem({ ...tariff, onceADayIn: null }))
    return `at most ${describeItemsWithCost(items, estimate)}`
  const nano = costOfItems(tariff, items, maxItems)
  const cost = `about ${withMoney(`${formatCredits(nano)} ${unit}`, nano, walletId, ', ')}, more if pages are not full`
  return `at most ${formatPlural(items, 'item')} (${cost})`
}

/** Caps of a run; credits as typed. */
export interface RunCaps {
  readonly capItems: number | null
  readonly capCredits?: string | null
}

/** Warns before a run with a cap that is smaller than a page; null if its caps hold. */
export function warnOfPageSize(
  estimate: Omit<PageEstimate, 'minItems'>,
  { capItems, capCredits = null }: RunCaps,
): string | null {
  const { maxItems, tariff, keepsToCount, unit = currentUnit() } = estimate
  const capNano = parseNano(capCredits ?? '')
  const isSmall =
    (capItems !== null && capItems < maxItems) ||
    (capNano !== null && tariff !== null && capNano < maxChargeForPage(tariff, maxItems))
  if (keepsToCount || !isSmall) return null
  const page = tariff === null ? '' : ` (${formatCredits(maxChargeForPage(tariff, maxItems))} ${unit})`
  return `One page may bring up to ${formatPlural(maxItems, 'item')}${page}, however few are asked for: it is not known yet that this API keeps to smaller pages. The first page may pass this cap; no other will be bought then.`
}

export function describeItemsWithCost(
  items: number,
  {
    tariff,
    maxItems,
    unit = currentUnit(),
    walletId = null,
  }: Pick<PageEstimate, 'tariff' | 'maxItems' | 'unit' | 'walletId'>,
): string {
  if (tariff === null) return formatPlural(items, 'item')
  const nano = costOfItems(tariff, items, maxItems)
  return `${formatPlural(items, 'item')} (${withMoney(`${formatCredits(nano)} ${unit}`, nano, walletId, ', ')})`
}
