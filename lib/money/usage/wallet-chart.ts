import type { Nano, ProviderPrices } from '@/lib/kernel'
import { type ForecastView, shownForecast } from '@/lib/money/forecast'
import { sumSpend } from '@/lib/money/ledger'
import { findFirstBalance, type WalletView } from '@/lib/money/wallets'
import {
  type Bucket,
  type BucketStep,
  bucketsOf,
  DAY_MS,
  dayOfDate,
  type Range,
  rangeBefore,
  startOfQuarterHour,
} from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { type ChartMark, listChartMarks } from './chart-marks'
import { listSpend } from './list-spend'
import type { SeriesName, SpendSeries } from './prepare-series'
import { shownDays } from './shown-days'

/** The balance at the end of a future day, in nano-credits. */
export interface ForecastPoint {
  readonly atMs: number
  readonly p10: Nano
  readonly p50: Nano
  readonly p90: Nano
}

/** One wallet on one time axis: its balance, its spend, its forecast, and its events. */
export interface WalletChart {
  readonly step: BucketStep
  readonly buckets: readonly {
    readonly key: string
    readonly title: string
    readonly fromMs: number
    readonly toMs: number
  }[]
  /** Balance at the end of each bucket, or now within the present one; null if not known. */
  readonly balance: readonly (Nano | null)[]
  /**
   * The reading with which the balance becomes known within the range; null if it is known from the beginning, or
   * never.
   */
  readonly first: { readonly atMs: number; readonly nano: Nano } | null
  readonly series: readonly Pick<SpendSeries, 'key' | 'label' | 'color' | 'chargeNano'>[]
  /** Spend in each bucket of the previous period. */
  readonly beforeNano: readonly Nano[]
  readonly nowMs: number
  readonly nowNano: Nano | null
  readonly forecast: readonly ForecastPoint[]
  readonly runOut: ForecastView['runOut'] | null
  readonly marks: readonly ChartMark[]
}

/** Minimum number of days. Fewer show no movement. */
const MIN_DAYS = 7

/**
 * Returns a wallet's chart for a range, or for its last week if the range is shorter, with a forecast if it extends to
 * now.
 */
export async function getWalletChart(
  ctx: TeamCtx,
  wallet: WalletView,
  wanted: Range,
  nameOf: (environmentId: string) => SeriesName,
  provider: ProviderPrices,
): Promise<WalletChart> {
  const range = atLeastAWeek(wanted)
  const now = ctx.clock.now()
  const since = range.from.toJSDate()
  const isUntilNow = range.to.toMillis() >= now.getTime()
  const [{ step, buckets, series, balance }, forecast, marks] = await Promise.all([
    listSpend(ctx, {
      range,
      dimension: 'environmentId',
      walletId: wallet.id,
      walletIds: [wallet.id],
      nameOf,
    }),
    isUntilNow ? shownForecast(ctx, wallet) : null,
    listChartMarks(ctx, wallet, since, provider),
  ])
  const first = await firstKnown(ctx, wallet, buckets, balance)
  const before = bucketsOf(rangeBefore(range, now).whole, step).slice(0, buckets.length)
  const beforeNano = new Array<Nano>(buckets.length).fill(0n)
  for (const { bucket, chargeNano } of await sumSpend(ctx, before, 'team', { walletId: wallet.id }))
    beforeNano[bucket] = chargeNano
  const pastDays = range.to.diff(range.from, 'days').days
  return {
    step,
    buckets: buckets.map(({ key, title, from, to }) => ({
      ...{ key, title },
      fromMs: startOfQuarterHour(from).getTime(),
      toMs: startOfQuarterHour(to).getTime(),
    })),
    balance,
    first,
    series: series.map(({ key, label, color, chargeNano }) => ({ key, label, color, chargeNano })),
    beforeNano,
    nowMs: now.getTime(),
    nowNano: isUntilNow ? wallet.expectedNano : null,
    forecast: forecast
      ? pointsOf(forecast, ctx.team.timeZone).slice(0, shownDays(forecast, now, pastDays))
      : [],
    runOut: forecast?.runOut ?? null,
    marks: marks.filter(({ atMs }) => atMs < range.to.toMillis()),
  }
}

async function firstKnown(
  ctx: TeamCtx,
  wallet: WalletView,
  buckets: readonly Bucket[],
  balance: readonly (Nano | null)[],
): Promise<WalletChart['first']> {
  const place = balance.findIndex((nano) => nano !== null)
  const bucket = buckets[place]
  if (place < 1 || !bucket) return null
  const span = { from: startOfQuarterHour(bucket.from), to: startOfQuarterHour(bucket.to) }
  const first = await findFirstBalance(ctx, wallet.id, span)
  return first && { atMs: first.at.getTime(), nano: first.balanceNano }
}

const atLeastAWeek = ({ from, to }: Range): Range => {
  const isShort = to.toMillis() - from.toMillis() < MIN_DAYS * DAY_MS - DAY_MS / 2
  return isShort ? { from: to.minus({ days: MIN_DAYS }), to } : { from, to }
}

const pointsOf = ({ days }: ForecastView, timeZone: string): ForecastPoint[] =>
  days.flatMap(({ day, balanceNano }) => {
    const end = dayOfDate(day, timeZone)?.endsAt.getTime()
    return end === undefined ? [] : [{ atMs: end, ...balanceNano }]
  })
