import { compareNano, type Nano } from '@/lib/kernel'
import { type RollupDimension, type SpendSums, sumSpend } from '@/lib/money/ledger'
import {
  type Bucket,
  defaultBucketStep,
  type Range,
  splitIntoBuckets,
  type UsualStep,
} from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listBalances } from './list-balances'
import { type SpendFilter, toRollupFilter } from './spend-filter'

interface SpendQuery extends SpendFilter {
  readonly range: Range
  readonly dimension: RollupDimension
  /** Wallets whose balance is drawn beside the spend. */
  readonly walletIds: readonly string[]
  /** Returns the name under which members of the dimension are combined; null leaves a member out. */
  memberOf?(member: string): string | null
  /** Returns the name and colour of a member of the dimension. */
  nameOf(member: string): SeriesName
}

export interface SpendReport {
  readonly step: UsualStep
  readonly buckets: readonly Bucket[]
  readonly series: readonly SpendSeries[]
  /**
   * The wallets' balance at the end of each bucket, in nano-credits; null if unknown. Empty if no wallet was
   * requested.
   */
  readonly balance: readonly (Nano | null)[]
  readonly totals: {
    readonly pages: number
    readonly items: number
    readonly chargeNano: Nano
    readonly unpricedItems: number
    readonly unknowns: number
  }
  /** Number of calls with a lost answer, for each member of the dimension that made any call. */
  readonly unknownCalls: Readonly<Record<string, number>>
}

/**
 * Returns the grouped spend per bucket of a range, with the balance. Reads the sums of days, and rollups around them.
 */
export async function listSpend(ctx: TeamCtx, query: SpendQuery): Promise<SpendReport> {
  const step = defaultBucketStep(query.range)
  const buckets = splitIntoBuckets(query.range, step)
  const [read, balance] = await Promise.all([
    sumSpend(ctx, buckets, query.dimension, toRollupFilter(query)),
    listBalances(ctx, query.walletIds, buckets),
  ])
  const sums = placed(read, query.memberOf)
  const unknownCalls: Record<string, number> = {}
  for (const { member, unknowns } of sums) unknownCalls[member] = (unknownCalls[member] ?? 0) + unknowns
  const series = prepareSeries(buckets.length, sums, query.nameOf)
  return {
    step,
    buckets,
    series,
    balance,
    unknownCalls,
    totals: {
      pages: series.reduce((sum, { totalPages }) => sum + totalPages, 0),
      items: series.reduce((sum, { totalItems }) => sum + totalItems, 0),
      chargeNano: series.reduce((sum, { totalChargeNano }) => sum + totalChargeNano, 0n),
      unpricedItems: series.reduce((sum, { totalUnpricedItems }) => sum + totalUnpricedItems, 0),
      unknowns: sums.reduce((sum, { unknowns }) => sum + unknowns, 0),
    },
  }
}

function placed(sums: readonly SpendSums[], memberOf: SpendQuery['memberOf']): readonly SpendSums[] {
  if (!memberOf) return sums
  return sums.flatMap((sum) => {
    const member = memberOf(sum.member)
    return member === null ? [] : [{ ...sum, member }]
  })
}

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
