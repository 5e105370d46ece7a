import {
  compareNano,
  formatCredits,
  formatWithUnit,
  type Nano,
  operationLabel,
  type ProviderPrices,
} from '@/lib/kernel'
import { type BudgetView, budgetCountsCall, formatBudgetAmount, listBudgets } from '@/lib/money/budgets'
import { type ForecastView, readCachedForecast } from '@/lib/money/forecast'
import { listPriceChanges, type PriceChange } from '@/lib/money/prices'
import { type BalanceJump, listBalanceJumps } from '@/lib/money/statements'
import { findFirstBalance, type WalletView } from '@/lib/money/wallets'
import {
  type Bucket,
  type BucketStep,
  DAY_MS,
  dayOfDate,
  defaultBucketStep,
  quarterHourOf,
  type Range,
  splitIntoBuckets,
  startOfQuarterHour,
} from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listBalances } from './list-balances'
import { isZeroSums, listUsage, type UsageReport } from './list-usage'

export interface SeriesName {
  readonly label: string
  readonly color: string | null
}

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
  /** Balance at the end of each bucket, or now within the current one; null if not known. */
  readonly balance: readonly (Nano | null)[]
  /**
   * The reading with which the balance becomes known within the range; null if it is known from the beginning, or
   * never.
   */
  readonly first: { readonly atMs: number; readonly nano: Nano } | null
  /** Spend in each bucket by environment, largest first. */
  readonly series: readonly (SeriesName & { readonly key: string; readonly chargeNano: readonly Nano[] })[]
  /** Spend in each bucket of the previous period. */
  readonly beforeNano: readonly Nano[]
  readonly nowMs: number
  readonly nowNano: Nano | null
  readonly forecast: readonly ForecastPoint[]
  readonly runOut: ForecastView['runOut'] | null
  readonly marks: readonly ChartEvent[]
}

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
  const step = defaultBucketStep(range)
  const buckets = splitIntoBuckets(range, step)
  const [usage, balance, forecast, marks] = await Promise.all([
    listUsage(ctx, {
      range,
      step,
      comparison: 'before',
      dimension: 'environmentId',
      walletId: wallet.id,
      needsSearched: false,
    }),
    listBalances(ctx, [wallet.id], buckets),
    isUntilNow ? readCachedForecast(ctx, wallet) : null,
    listChartMarks(ctx, wallet, since, provider),
  ])
  const first = await firstKnown(ctx, wallet, buckets, balance)
  const pastDays = range.to.diff(range.from, 'days').days
  return {
    step,
    buckets: buckets.map(({ key, title, from, to }) => ({
      key,
      title,
      fromMs: startOfQuarterHour(from).getTime(),
      toMs: startOfQuarterHour(to).getTime(),
    })),
    balance,
    first,
    series: seriesOf(usage, nameOf),
    beforeNano: (usage.before ?? []).map(({ nano }) => nano),
    nowMs: now.getTime(),
    nowNano: isUntilNow ? wallet.expectedNano : null,
    forecast: forecast
      ? pointsOf(forecast, ctx.team.timeZone).slice(0, countForecastDays(forecast, now, pastDays))
      : [],
    runOut: forecast?.runOut ?? null,
    marks: marks.filter(({ atMs }) => atMs < range.to.toMillis()),
  }
}

const seriesOf = (
  { members, sumsIn }: UsageReport,
  nameOf: (environmentId: string) => SeriesName,
): WalletChart['series'] =>
  members
    .filter(({ sums }) => !isZeroSums(sums))
    .sort((a, b) => compareNano(b.sums.nano, a.sums.nano) || b.sums.items - a.sums.items)
    .map(({ member: key }) => ({
      key,
      ...nameOf(key),
      chargeNano: sumsIn([key]).map(({ nano }) => nano),
    }))

async function firstKnown(
  ctx: TeamCtx,
  wallet: WalletView,
  buckets: readonly Bucket[],
  balance: readonly (Nano | null)[],
): Promise<WalletChart['first']> {
  const index = balance.findIndex((nano) => nano !== null)
  const bucket = buckets[index]
  if (index < 1 || !bucket) return null
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

/** Number of days drawn after the end of the band, so that the line is seen to lie at zero. */
const AFTER_EMPTY = 2
/** Minimum number of days drawn. */
const MIN_DAYS = 7
/** Maximum number of days drawn, unless twice the past beside them is more. */
const MAX_DAYS = 30

/**
 * Returns the number of forecast days to draw beside `pastDays`: until shortly after the wallet is empty, or a
 * fraction of the past if it lasts longer than can be drawn, since words then say when it is empty.
 */
export function countForecastDays(
  { runOut }: Pick<ForecastView, 'runOut'>,
  now: Date,
  pastDays: number,
): number {
  const max = Math.max(MAX_DAYS, 2 * pastDays)
  const until = (at: Date | null) =>
    at === null ? null : Math.ceil((at.getTime() - now.getTime()) / DAY_MS) + AFTER_EMPTY
  const [first, middle, last] = [until(runOut.p10), until(runOut.p50), until(runOut.p90)]
  if (first === null || first > max) return Math.min(MAX_DAYS, Math.max(MIN_DAYS, Math.round(pastDays / 2)))
  return Math.max(MIN_DAYS, Math.min(last ?? max, (middle ?? first) * 3, max))
}

/** An event of a wallet, in words, for its chart. */
export interface ChartEvent {
  readonly kind: 'top-up' | 'outside' | 'price' | 'budget'
  readonly atMs: number
  readonly text: string
  /** Change of the balance, below 0 if it fell; null if it did not change. */
  readonly nano: Nano | null
}

/**
 * Returns what happened to a wallet since a given time: top-ups, outside spend, and changes of prices and of budgets
 * that limit it.
 */
async function listChartMarks(
  ctx: TeamCtx,
  wallet: Pick<WalletView, 'id' | 'balance'>,
  since: Date,
  provider: ProviderPrices,
): Promise<ChartEvent[]> {
  const [balances, prices, budgets] = await Promise.all([
    listBalanceJumps(ctx, wallet, since),
    listPriceChanges(ctx, wallet.id, since, provider),
    listBudgets(ctx),
  ])
  const limiting = budgets.filter((budget) =>
    budgetCountsCall(budget, { teamId: ctx.team.id, walletId: wallet.id }),
  )
  return [...balances.map(ofBalance), ...prices.map(ofPrice), ...limiting.flatMap(ofBudget)]
    .filter(({ atMs }) => atMs >= since.getTime() && atMs <= ctx.clock.now().getTime())
    .sort((a, b) => a.atMs - b.atMs)
}

/** An event of a quarter hour, in words. */
export interface UsageChartEvent extends Pick<ChartEvent, 'kind' | 'nano'> {
  readonly quarterHour: number
  readonly text: string
}

/** Maximum number of wallets with marks. With more, a chart would be crowded and slow. */
const MAX_WALLETS = 3

/** Returns what happened to these wallets since a given time, each event once. Empty for more than `MAX_WALLETS`. */
export async function listUsageChartEvents(
  ctx: TeamCtx,
  wallets: readonly WalletView[],
  since: Date,
  provider: ProviderPrices,
): Promise<UsageChartEvent[]> {
  if (wallets.length > MAX_WALLETS) return []
  const found = await Promise.all(
    wallets.map(async (wallet) => {
      const marks = await listChartMarks(ctx, wallet, since, provider)
      const of = wallets.length === 1 ? '' : `${wallet.name}: `
      // A budget may limit several wallets, so its mark names none.
      return marks.map(({ kind, atMs, text, nano }) => ({
        kind,
        atMs,
        nano,
        text: kind === 'budget' ? text : of + text,
      }))
    }),
  )
  const once = new Map(found.flat().map((mark) => [`${mark.atMs} ${mark.text}`, mark]))
  return [...once.values()].map(({ kind, atMs, text, nano }) => ({
    kind,
    text,
    nano,
    quarterHour: quarterHourOf(new Date(atMs)),
  }))
}

const ofBalance = ({ kind, at, nano }: BalanceJump): ChartEvent =>
  kind === 'top-up'
    ? { kind, atMs: at.getTime(), text: `Top-up +${formatCredits(nano)}`, nano }
    : { kind, atMs: at.getTime(), text: `Outside spend −${formatCredits(nano)}`, nano: -nano }

const ofPrice = ({ operation, priceNano, each, at, isInferred }: PriceChange): ChartEvent => ({
  kind: 'price',
  atMs: at.getTime(),
  text: `${operationLabel(operation)}: ${formatWithUnit(priceNano)} per ${each}${isInferred ? ', by readings' : ''}`,
  nano: null,
})

function ofBudget({ name, unit, amount, createdAt, changedAt, raises }: BudgetView): ChartEvent[] {
  const mark = (at: Date, text: string): ChartEvent => ({
    kind: 'budget',
    atMs: at.getTime(),
    text,
    nano: null,
  })
  const granted = raises.flatMap(({ state, decidedAt, amount: more }) =>
    state === 'granted' && decidedAt
      ? [mark(decidedAt, `Budget “${name}” raised by ${formatBudgetAmount(more, unit)}`)]
      : [],
  )
  return [
    mark(createdAt, `Budget “${name}” created`),
    ...(changedAt > createdAt
      ? [mark(changedAt, `Budget “${name}”: ${formatBudgetAmount(amount, unit)}`)]
      : []),
    ...granted,
  ]
}
