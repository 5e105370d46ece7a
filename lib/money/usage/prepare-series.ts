import { compareNano, type Nano } from '@/lib/kernel'

/** Settlements in one bucket for one member of the grouping. */
export interface SpendCell {
  readonly bucket: number
  readonly member: string
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
  readonly unpricedItems: number
}

export interface SpendSeries {
  readonly key: string
  readonly label: string
  readonly color: string | null
  /** Dense: one value per bucket, 0 if nothing was settled. */
  readonly items: readonly number[]
  readonly chargeNano: readonly Nano[]
  readonly totalItems: number
  readonly totalPages: number
  readonly totalChargeNano: Nano
  readonly totalUnpricedItems: number
}

export interface SeriesName {
  readonly label: string
  readonly color: string | null
}

/**
 * Converts sparse sums to dense series, largest first. A missing cell is 0, because a sum of nothing is nothing. Pure:
 * the chart draws what it gets.
 */
export function prepareSeries(
  bucketCount: number,
  cells: readonly SpendCell[],
  nameOf: (member: string) => SeriesName,
): SpendSeries[] {
  const members = new Map<string, SpendCell[]>()
  for (const cell of cells) {
    const own = members.get(cell.member)
    if (own) own.push(cell)
    else members.set(cell.member, [cell])
  }
  const series = [...members].map(([member, own]) => seriesOf(member, bucketCount, own, nameOf(member)))
  return series.sort(
    (a, b) => compareNano(b.totalChargeNano, a.totalChargeNano) || b.totalItems - a.totalItems,
  )
}

function seriesOf(
  key: string,
  bucketCount: number,
  cells: readonly SpendCell[],
  name: SeriesName,
): SpendSeries {
  const items = new Array<number>(bucketCount).fill(0)
  const chargeNano = new Array<Nano>(bucketCount).fill(0n)
  let [totalItems, totalPages, totalUnpricedItems] = [0, 0, 0]
  let totalChargeNano = 0n
  for (const cell of cells) {
    items[cell.bucket] = (items[cell.bucket] ?? 0) + cell.items
    chargeNano[cell.bucket] = (chargeNano[cell.bucket] ?? 0n) + cell.chargeNano
    totalItems += cell.items
    totalPages += cell.pages
    totalUnpricedItems += cell.unpricedItems
    totalChargeNano += cell.chargeNano
  }
  return { key, ...name, items, chargeNano, totalItems, totalPages, totalChargeNano, totalUnpricedItems }
}
