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

const COUNTS = [
  ...(['items', 'newItems', 'pages', 'unpricedItems', 'frees', 'refused'] as const),
  ...(['unknowns', 'waitedMs', 'latencyMs'] as const),
]

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

/** All of these together; what searches bought is known where it is of each. */
export function sumAll(all: Iterable<MeasureSums>): MeasureSums {
  const sum: { -readonly [Name in keyof MeasureSums]: MeasureSums[Name] } = { ...NO_SUMS }
  const searched: { -readonly [Name in keyof SearchedSums]: SearchedSums[Name] } = { ...NO_SEARCHED }
  let isTold = true
  // Adds in place: a year by search has tens of thousands of them.
  for (const one of all) {
    sum.nano += one.nano
    for (const count of COUNTS) sum[count] += one[count]
    if (!one.searched) isTold = false
    else {
      searched.nano += one.searched.nano
      searched.items += one.searched.items
      searched.newItems += one.searched.newItems
    }
  }
  return { ...sum, searched: isTold ? searched : null }
}

export const sumsOfCell = (
  { chargeNano: nano, items, newItems, pages, unpricedItems, frees, refused, unknowns, ...times }: BucketSums,
  searched: SearchedSums | null,
): MeasureSums => ({
  ...{ nano, items, newItems, pages, unpricedItems, frees, refused, unknowns },
  ...{ waitedMs: times.waitedMs, latencyMs: times.latencyMs, searched },
})
