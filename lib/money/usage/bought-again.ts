import type { Nano } from '@/lib/kernel'

/** Sums of one span, such as a day or a week, in which prices hardly change. */
interface RepeatSums {
  readonly items: number
  readonly newItems: number
  readonly unpricedItems: number
  readonly chargeNano: Nano
}

/** Items that an earlier run of the same question had brought, and their cost. */
export interface BoughtAgain {
  readonly items: number
  readonly nano: Nano
}

/**
 * Returns how many items were bought again, and their part of the charge, in proportion to the priced items. Each sum
 * is computed on its own and then added, because prices may differ between them.
 */
export function boughtAgain(sums: readonly RepeatSums[]): BoughtAgain {
  return sums.reduce<BoughtAgain>(
    (total, { items, newItems, unpricedItems, chargeNano }) => {
      const again = Math.max(0, items - newItems)
      const priced = BigInt(Math.max(1, items - unpricedItems))
      const part = again > items - unpricedItems ? priced : BigInt(again)
      return { items: total.items + again, nano: total.nano + (chargeNano * part) / priced }
    },
    { items: 0, nano: 0n },
  )
}
