import type { Nano } from '@/lib/kernel'
import type { BucketSums } from '@/lib/money/ledger'

/** What every measure of usage is told from. */
export interface MeasureSums {
  readonly nano: Nano
  readonly items: number
  readonly newItems: number
  readonly pages: number
  readonly unpricedItems: number
  /** Calls that the upstream answered 429. */
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
  ...{ nano: 0n, items: 0, newItems: 0, pages: 0, unpricedItems: 0, refused: 0, unknowns: 0 },
  ...{ waitedMs: 0, latencyMs: 0, searched: NO_SEARCHED },
}

/** Whether anything happened at all. */
export const isNothing = ({ nano, pages, refused, unknowns }: MeasureSums): boolean =>
  nano === 0n && pages + refused + unknowns === 0

export const addSums = (a: MeasureSums, b: MeasureSums): MeasureSums => ({
  nano: a.nano + b.nano,
  items: a.items + b.items,
  newItems: a.newItems + b.newItems,
  pages: a.pages + b.pages,
  unpricedItems: a.unpricedItems + b.unpricedItems,
  refused: a.refused + b.refused,
  unknowns: a.unknowns + b.unknowns,
  waitedMs: a.waitedMs + b.waitedMs,
  latencyMs: a.latencyMs + b.latencyMs,
  searched:
    a.searched && b.searched
      ? {
          nano: a.searched.nano + b.searched.nano,
          items: a.searched.items + b.searched.items,
          newItems: a.searched.newItems + b.searched.newItems,
        }
      : null,
})

export const sumsOfCell = (
  { chargeNano, items, newItems, pages, unpricedItems, refused, unknowns, waitedMs, latencyMs }: BucketSums,
  searched: SearchedSums | null,
): MeasureSums => ({
  ...{ nano: chargeNano, items, newItems, pages, unpricedItems, refused, unknowns, waitedMs, latencyMs },
  searched,
})
