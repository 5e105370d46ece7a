import { plural } from '@/lib/kernel'
import type { SpendSeries } from '@/lib/money/usage'
import { describeCredits } from './labels'

/**
 * Returns each series' fraction of the whole, 0 to 1: by credits if all items have a price, else by items, which are
 * always known.
 */
function sharesOf(
  series: readonly Pick<SpendSeries, 'totalChargeNano' | 'totalItems' | 'totalUnpricedItems'>[],
): number[] {
  const nano = series.reduce((sum, { totalChargeNano }) => sum + totalChargeNano, 0n)
  const items = series.reduce((sum, { totalItems }) => sum + totalItems, 0)
  const isPriced = nano > 0n && series.every(({ totalUnpricedItems }) => totalUnpricedItems === 0)
  return series.map(({ totalItems, totalChargeNano }) => {
    if (isPriced) return Number(totalChargeNano) / Number(nano)
    return items > 0 ? totalItems / items : 0
  })
}

/**
 * Returns series as rows of a breakdown, items and credits side by side; `hrefOf` gives the link to the calls behind
 * one.
 */
export function breakdownOf(series: readonly SpendSeries[], hrefOf: (key: string) => string) {
  const shares = sharesOf(series)
  return series.map(({ key, label, color, totalItems, totalChargeNano, totalUnpricedItems }, place) => {
    const spent = {
      items: totalItems,
      chargeNano: totalChargeNano,
      unpricedItems: totalUnpricedItems,
    }
    return {
      key,
      label,
      color,
      text: `${describeCredits(spent)}, ${plural(totalItems, 'item')}`,
      share: shares[place] ?? 0,
      href: hrefOf(key),
    }
  })
}
