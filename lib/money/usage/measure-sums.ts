import type { Nano } from '@/lib/kernel'
import type { BucketSums, Outcome } from '@/lib/money/ledger'

/** What every measure of usage is told from. */
export interface MeasureSums {
  readonly nano: Nano
  readonly items: number
  readonly newItems: number
  readonly pages: number
  readonly unpricedItems: number
  /** Calls that were certainly not charged. */
  readonly frees: number
  /** Of these, those that the upstream answered 429. */
  readonly refused: number
  /** Calls whose answer was lost. */
  readonly unknowns: number
  /** Of the pages, how long their calls waited for their slots and travelled, all together. */
  readonly waitedMs: number
  readonly latencyMs: number
  /** The part that searches bought: only of that it is known what is new. Null where it was not asked for. */
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

/** How many calls were made: a settled one brings one page. */
export const callsOf = ({ pages, frees, unknowns }: MeasureSums): number => pages + frees + unknowns

/** What of it was by calls of one outcome: only a settled call brings items and costs, and a 429 is not charged. */
export function partOf(outcome: Outcome, sums: MeasureSums): MeasureSums {
  if (outcome === 'SETTLED') return { ...sums, frees: 0, refused: 0, unknowns: 0 }
  const { frees, refused, unknowns } = sums
  return { ...NO_SUMS, ...(outcome === 'FREE' ? { frees, refused } : { unknowns }) }
}

/** Whether anything happened at all. */
export const isNothing = (sums: MeasureSums): boolean => sums.nano === 0n && callsOf(sums) === 0

/** A sum under way. */
export type MutableSums = { -readonly [Name in keyof Omit<MeasureSums, 'searched'>]: MeasureSums[Name] } & {
  searchedNano: Nano
  searchedItems: number
  searchedNewItems: number
  /** Whether what searches bought is known of all of it. */
  isSearchedKnown: boolean
}

/** A sum of nothing yet. */
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

/** Adds to it in place, field by field: a year by search has tens of thousands of cells, and a loop over names takes ten times as long. */
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

/** What it comes to; what searches bought is known where it is of each part. */
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

/** All of these together. */
export function sumAll(all: Iterable<MeasureSums>): MeasureSums {
  const sum = startSum()
  for (const one of all) addTo(sum, one)
  return endSum(sum)
}

/** The same without spreads, for the same reason. */
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
