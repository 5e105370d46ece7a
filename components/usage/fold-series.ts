import type { ChartData } from '@/components/charts'
import { currentUnit, formatWithUnit, type Nano, toCredits } from '@/lib/kernel'
import type { SpendSeries } from '@/lib/money/usage'

/** Key of the combined series; nothing can be narrowed to it. */
export const OTHERS_KEY = 'others'
/** Number of the palette's colours that all eyes can tell apart. */
export const MAX_SERIES = 8

/** Returns the largest series as they are, and the rest as one: a ninth colour would repeat one of the first eight. */
export function foldSeries(series: readonly SpendSeries[]): readonly SpendSeries[] {
  if (series.length <= MAX_SERIES) return series
  const [shown, rest] = [series.slice(0, MAX_SERIES - 1), series.slice(MAX_SERIES - 1)]
  const sum = (read: (one: SpendSeries) => number) => rest.reduce((total, one) => total + read(one), 0)
  const buckets = shown[0]?.items.map((_, bucket) => bucket) ?? []
  return [
    ...shown,
    {
      key: OTHERS_KEY,
      label: `${rest.length} others`,
      color: null,
      items: buckets.map((bucket) => sum(({ items }) => items[bucket] ?? 0)),
      chargeNano: buckets.map((bucket) =>
        rest.reduce((total, one) => total + (one.chargeNano[bucket] ?? 0n), 0n),
      ),
      totalItems: sum(({ totalItems }) => totalItems),
      totalPages: sum(({ totalPages }) => totalPages),
      totalChargeNano: rest.reduce((total, { totalChargeNano }) => total + totalChargeNano, 0n),
      totalUnpricedItems: sum(({ totalUnpricedItems }) => totalUnpricedItems),
    },
  ]
}

/** Returns the line of a balance at the end of each bucket; null if it is not shown. */
export const balanceLine = (balance: readonly (Nano | null)[], label = 'Balance'): ChartData['line'] =>
  balance.length === 0
    ? null
    : {
        label,
        axis: `${label}, ${currentUnit()}`,
        values: balance.map((nano) => (nano === null ? null : toCredits(nano))),
        texts: balance.map((nano) => (nano === null ? 'unknown' : formatWithUnit(nano))),
      }
