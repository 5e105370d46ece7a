import type { Nano } from '@/lib/kernel'
import { type RollupDimension, type Settled, sumRollups } from '@/lib/money/ledger'
import { listBalanceReadings } from '@/lib/money/wallets'
import type { Range } from '@/lib/platform/calendar'
import { type Bucket, type BucketStep, bucketsOf, quarterHourOf, stepOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { balanceLine, sumLines } from './balance-line'
import { prepareSeries, type SeriesName, type SpendSeries } from './prepare-series'

export interface SpendQuery {
  readonly range: Range
  readonly dimension: RollupDimension
  readonly environmentId?: string
  /** Wallets whose balance is drawn beside the spend. */
  readonly walletIds: readonly string[]
  /** The name and colour of a member of the dimension. */
  nameOf(member: string): SeriesName
}

export interface SpendReport {
  readonly step: BucketStep
  readonly buckets: readonly Bucket[]
  readonly series: readonly SpendSeries[]
  /** The wallets' balance at the end of each bucket, nano-credits; null if unknown. */
  readonly balance: readonly (Nano | null)[]
  readonly totals: {
    readonly pages: number
    readonly items: number
    readonly chargeNano: Nano
    readonly unpricedItems: number
    readonly unknowns: number
  }
}

/** Spend per bucket of a range, grouped, with the balance beside it. Reads rollups only. */
export async function listSpend(ctx: TeamCtx, query: SpendQuery): Promise<SpendReport> {
  const step = stepOf(query.range)
  const buckets = bucketsOf(query.range, step)
  const filter = query.environmentId ? { environmentId: query.environmentId } : {}
  const [sums, lines] = await Promise.all([
    sumRollups(ctx, buckets, query.dimension, filter),
    Promise.all(query.walletIds.map((walletId) => walletLine(ctx, walletId, buckets, query.range))),
  ])
  const series = prepareSeries(buckets.length, sums, query.nameOf)
  return {
    step,
    buckets,
    series,
    balance: sumLines(lines, buckets.length),
    totals: {
      pages: series.reduce((sum, { totalPages }) => sum + totalPages, 0),
      items: series.reduce((sum, { totalItems }) => sum + totalItems, 0),
      chargeNano: series.reduce((sum, { totalChargeNano }) => sum + totalChargeNano, 0n),
      unpricedItems: series.reduce((sum, { totalUnpricedItems }) => sum + totalUnpricedItems, 0),
      unknowns: sums.reduce((sum, { unknowns }) => sum + unknowns, 0),
    },
  }
}

async function walletLine(ctx: TeamCtx, walletId: string, buckets: readonly Bucket[], range: Range) {
  const start = buckets[0]?.from ?? 0
  const [readings, sums] = await Promise.all([
    listBalanceReadings(ctx, walletId, { from: toDate(range.from), to: toDate(range.to) }),
    sumRollups(ctx, [{ from: 0, to: start }, ...buckets], 'walletId', { walletId }),
  ])
  const settled = new Array<Settled>(buckets.length + 1).fill(NOTHING)
  for (const { bucket, chargeNano, unpricedItems } of sums)
    settled[bucket] = { settledNano: chargeNano, unpricedItems }
  const [before = NOTHING, ...within] = settled
  const placed = readings.map(({ at, ...reading }) => ({ ...reading, quarterHour: quarterHourOf(at) }))
  return balanceLine(buckets, placed, before, within, quarterHourOf(ctx.clock.now()))
}

const NOTHING: Settled = { settledNano: 0n, unpricedItems: 0 }

const toDate = (at: Range['from']): Date => at.toJSDate()
