import { formatCredits, type Nano, parseNano, plural } from '@/lib/kernel'

/** What one page may bring and cost. Items: the floor, and the maximum of its kind. */
export interface PageEstimate {
  readonly leastItems: number
  readonly mostItems: number
  /** Nano-credits per item; null if no price is known. */
  readonly priceNano: Nano | null
  /** Whether the upstream was seen to send no more than is asked for. Else a page may bring the most, whatever that is. */
  readonly keepsToCount: boolean
}

/** A page's cost in words, before it is bought: least, likely and most. */
export function describeEstimate({ leastItems, mostItems, priceNano }: PageEstimate): string {
  const likely = `a page brings ${leastItems} to ${plural(mostItems, 'item')}, most likely ${mostItems}`
  if (priceNano === null) return `${likely}. The price is not known yet: spend is shown in items.`
  const cost = (items: number) => formatCredits(BigInt(items) * priceNano)
  return `${likely}: at least ${cost(leastItems)}, at most ${cost(mostItems)} credits. A shorter last page costs less.`
}

/**
 * The same for a run in the background: at least its first page, most likely as much as the last run, at most its cap.
 */
export function describeRunEstimate(
  estimate: PageEstimate,
  capItems: number | null,
  lastItems: number | null,
): string {
  const { leastItems, mostItems, priceNano } = estimate
  const amount = (items: number) => amountOf(items, priceNano)
  const least = `at least ${amount(capItems === null ? leastItems : Math.min(leastItems, capItems))}`
  const guess = lastItems === null ? capItems : Math.min(lastItems, capItems ?? lastItems)
  const likely = guess === null ? null : `most likely ${amount(Math.max(guess, leastItems))}`
  const most =
    capItems === null ? 'at most all there are: set a cap to limit it' : describeMost(estimate, capItems)
  const unpriced = priceNano === null ? ' The price is not known yet: spend is shown in items.' : ''
  return `${[least, likely, most].filter(Boolean).join(', ')}, by pages of ${mostItems} at most.${unpriced}`
}

/** What a run with a cap may cost at most, in a few words: a cap below a page does not hold every upstream. */
export const describeMost = (
  { mostItems, priceNano, keepsToCount }: Omit<PageEstimate, 'leastItems'>,
  capItems: number,
): string => `at most ${amountOf(keepsToCount ? capItems : Math.max(capItems, mostItems), priceNano)}`

/** Caps of a run; credits as they are typed. */
interface Caps {
  readonly capItems: number | null
  readonly capCredits?: string | null
}

/** What a person should know before a run with a cap that is smaller than a page; null where its caps hold. */
export function warnOfPage(
  { mostItems, priceNano, keepsToCount }: Omit<PageEstimate, 'leastItems'>,
  { capItems, capCredits = null }: Caps,
): string | null {
  const capNano = parseNano(capCredits ?? '')
  const isSmall =
    (capItems !== null && capItems < mostItems) ||
    (capNano !== null && priceNano !== null && capNano < BigInt(mostItems) * priceNano)
  if (keepsToCount || !isSmall) return null
  return `One page may bring up to ${amountOf(mostItems, priceNano)}, however few are asked for: it is not known yet that this upstream keeps to smaller pages. The first page may pass this cap; no other will be bought then.`
}

function amountOf(items: number, priceNano: Nano | null): string {
  const cost = priceNano === null ? '' : ` (${formatCredits(BigInt(items) * priceNano)} credits)`
  return `${plural(items, 'item')}${cost}`
}
