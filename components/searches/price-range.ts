import { formatCredits, type Micro, plural } from '@/lib/kernel'

/** What one page may bring and cost. Items: the floor, and the maximum of its kind. */
export interface PageEstimate {
  readonly leastItems: number
  readonly mostItems: number
  /** Micro-credits per item; null if no price is known. */
  readonly priceMicro: Micro | null
}

/** A page's cost in words, before it is bought: least, likely and most. */
export function describeEstimate({ leastItems, mostItems, priceMicro }: PageEstimate): string {
  const likely = `a page brings ${leastItems} to ${plural(mostItems, 'item')}, most likely ${mostItems}`
  if (priceMicro === null) return `${likely}. The price is not known yet: spend is shown in items.`
  const cost = (items: number) => formatCredits(BigInt(items) * priceMicro)
  return `${likely}: at least ${cost(leastItems)}, at most ${cost(mostItems)} credits. A shorter last page costs less.`
}

/**
 * The same for a run in the background: at least its first page, most likely as much as the last run, at most its cap.
 */
export function describeRunEstimate(
  { leastItems, mostItems, priceMicro }: PageEstimate,
  capItems: number | null,
  lastItems: number | null,
): string {
  const amount = (items: number) => amountOf(items, priceMicro)
  const least = `at least ${amount(capItems === null ? leastItems : Math.min(leastItems, capItems))}`
  const guess = lastItems === null ? capItems : Math.min(lastItems, capItems ?? lastItems)
  const likely = guess === null ? null : `most likely ${amount(Math.max(guess, leastItems))}`
  // The upstream may send a page more than requested; that is booked too.
  const most =
    capItems === null
      ? 'at most all there are: set a cap to limit it'
      : describeMost({ priceMicro }, capItems)
  const unpriced = priceMicro === null ? ' The price is not known yet: spend is shown in items.' : ''
  return `${[least, likely, most].filter(Boolean).join(', ')}, by pages of ${mostItems} at most.${unpriced}`
}

/** What a run with a cap may cost at most, in a few words. */
export const describeMost = ({ priceMicro }: Pick<PageEstimate, 'priceMicro'>, capItems: number): string =>
  `at most ${amountOf(capItems, priceMicro)}`

function amountOf(items: number, priceMicro: Micro | null): string {
  const cost = priceMicro === null ? '' : ` (${formatCredits(BigInt(items) * priceMicro)} credits)`
  return `${plural(items, 'item')}${cost}`
}
