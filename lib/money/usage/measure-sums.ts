import type { Nano } from '@/lib/kernel'
import type { BucketSums, Outcome } from '@/lib/money/ledger'

/** The sums that every measure of usage is computed from. */
export interface MeasureSums {
  readonly nano: Nano
  readonly items: number
  readonly newItems: number
  readonly pages: number
  readonly unpricedItems: number
  /** Calls that were certainly not charged. */
  readonly frees: number
  /** Number of these calls that the upstream answered with 429. */
  readonly refused: number
  /** Calls whose answer was lost. */
  readonly unknowns: number
  /** Total time that the calls of pages waited for their slots, and that they travelled. */
  readonly waitedMs: number
  readonly latencyMs: number
  /** The part that searches bought, because new items are known only for them. Null if not requested. */
  readonly searched: SearchedSums | null
}

export interface SearchedSums {
  readonly nano: Nano
  readonly items: number
  readonly newItems: number
}

export const NO_SEARCHED: SearchedSums = { nano: 0n, items: 0, newItems: 0 }

export const NO_SUMS: MeasureSums = {
  ...{ nano: 0n, items: 0, newItems: 0, pages: 0, unpricedItems: 0, frees: 0, refused: 0 },
  ...{ unknowns: 0, waitedMs: 0, latencyMs: 0, searched: NO_SEARCHED },
}

/** Returns the number of calls. A settled call brings one page. */
export const callsOf = ({ pages, frees, unknowns }: MeasureSums): number => pages + frees + unknowns

/**
 * Returns the part of the sums that calls of one outcome contributed. Only a settled call brings items and costs, and
 * a 429 is not charged.
 */
export function partOf(outcome: Outcome, sums: MeasureSums): MeasureSums {
  if (outcome === 'SETTLED') return { ...sums, frees: 0, refused: 0, unknowns: 0 }
  const { frees, refused, unknowns } = sums
  return { ...NO_SUMS, ...(outcome === 'FREE' ? { frees, refused } : { unknowns }) }
}

/** Returns whether the sums contain neither calls nor spend. */
export const isNothing = (sums: MeasureSums): boolean => sums.nano === 0n && callsOf(sums) === 0

/** A sum under construction. */
export type MutableSums = { -readonly [Name in keyof Omit<MeasureSums, 'searched'>]: MeasureSums[Name] } & {
  searchedNano: Nano
  searchedItems: number
  searchedNewItems: number
  /** True if the searches' part is known for everything added so far. */
  isSearchedKnown: boolean
}

/** Returns an empty sum. */
export const startSum = (): MutableSums => ({
  nano: 0n,
  items: 0,
  newItems: 0,
  pages: 0,
  unpricedItems: 0,
  frees: 0,
  refused: 0,
  unknowns: 0,
  waitedMs: 0,
  latencyMs: 0,
  searchedNano: 0n,
  searchedItems: 0,
  searchedNewItems: 0,
  isSearchedKnown: true,
})

/**
 * Adds in place, field by field. A year by search has tens of thousands of cells, and a loop over names takes ten
 * times as long.
 */
export function addTo(sum: MutableSums, one: MeasureSums): void {
  sum.nano += one.nano
  sum.items += one.items
  sum.newItems += one.newItems
  sum.pages += one.pages
  sum.unpricedItems += one.unpricedItems
  sum.frees += one.frees
  sum.refused += one.refused
  sum.unknowns += one.unknowns
  sum.waitedMs += one.waitedMs
  sum.latencyMs += one.latencyMs
  const { searched } = one
  if (!searched) sum.isSearchedKnown = false
  else {
    sum.searchedNano += searched.nano
    sum.searchedItems += searched.items
    sum.searchedNewItems += searched.newItems
  }
}

/** Completes a sum. The searches' part is known only if it is known for every part. */
export const endSum = ({
  searchedNano,
  searchedItems,
  searchedNewItems,
  isSearchedKnown,
  ...sums
}: MutableSums): MeasureSums => ({
  ...sums,
  searched: isSearchedKnown ? { nano: searchedNano, items: searchedItems, newItems: searchedNewItems } : null,
})

/** Adds up all of these sums. */
export function sumAll(all: Iterable<MeasureSums>): MeasureSums {
  const sum = startSum()
  for (const one of all) addTo(sum, one)
  return endSum(sum)
}

/** Converts a cell to sums. Without spreads, because they are slow for as many cells. */
export const sumsOfCell = (cell: BucketSums, searched: SearchedSums | null): MeasureSums => ({
  nano: cell.chargeNano,
  items: cell.items,
  newItems: cell.newItems,
  pages: cell.pages,
  unpricedItems: cell.unpricedItems,
  frees: cell.frees,
  refused: cell.refused,
  unknowns: cell.unknowns,
  waitedMs: cell.waitedMs,
  latencyMs: cell.latencyMs,
  searched,
})
