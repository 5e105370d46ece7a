import { formatCredits, type Micro, plural } from '@/lib/kernel'

/** What one page may bring and cost. Items: the floor, and the maximum of its kind. */
export interface PageEstimate {
  readonly leastItems: number
  readonly mostItems: number
  /** Micro-credits per item; null where no price is known. */
  readonly priceMicro: Micro | null
}

/** A page's cost in words, before it is bought: least, likely and most. */
export function describeEstimate({ leastItems, mostItems, priceMicro }: PageEstimate): string {
  const likely = `a page brings ${leastItems} to ${plural(mostItems, 'item')}, most likely ${mostItems}`
  if (priceMicro === null) return `${likely}. The price is not known yet: spend is shown in items.`
  const cost = (items: number) => formatCredits(BigInt(items) * priceMicro)
  return `${likely}: at least ${cost(leastItems)}, at most ${cost(mostItems)} credits. A shorter last page costs less.`
}
