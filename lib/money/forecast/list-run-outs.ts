import type { Nano } from '@/lib/kernel'
import { listBudgets } from '@/lib/money/budgets'
import { type SpentQuarterHour, sumSpend } from '@/lib/money/ledger'
import { readDailyOutsideSpend } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import { DAY_MS, dayBefore, dayContaining, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processForecastCache } from './kept-forecasts'
import type { PercentileBand } from './run-out'

/** When a wallet is empty, and how that is known. */
export interface WalletRunOut {
  readonly wallet: WalletView
  /** Usual loss per day: the wallet's own spend, and what somebody else takes. */
  readonly perDayNano: Nano
  /** The part of it that somebody else takes. */
  readonly outsidePerDayNano: Nano
  /**
   * `band` is from the forecast, in which null is beyond its 120 days. `daily_spend` is by the mean of its days,
   * because there is less than a week of spend. `idle` spends nothing. `first_day` spent today and on no whole day
   * before, so there is no mean yet. `unknown` has no known balance.
   */
  readonly by:
    | { readonly kind: 'band'; readonly band: PercentileBand<Date | null> }
    | { readonly kind: 'daily_spend'; readonly at: Date }
    | { readonly kind: 'idle' }
    | { readonly kind: 'first_day' }
    | { readonly kind: 'unknown' }
  /** Days until then in the team's calendar, by the middle of the band; null if it lasts longer than can be forecast. */
  readonly daysLeft: number | null
}

/** Returns when each of these wallets runs out, earliest first. */
export async function listRunOuts(ctx: TeamCtx, wallets: readonly WalletView[]): Promise<WalletRunOut[]> {
  if (wallets.length === 0) return []
  const now = ctx.clock.now()
  const days = lastWholeDays(now, ctx.team.timeZone)
  const today = { from: days[0]?.to ?? quarterHourOf(now), to: quarterHourOf(now) + 1 }
  const [sums, budgets, outside] = await Promise.all([
    sumSpend(ctx, [...days, today], 'walletId'),
    listBudgets(ctx),
    readDailyOutsideSpend(ctx, wallets),
  ])
  const all: WalletRunOut[] = []
  // One after the other, because each takes some hundredths of a second and others wait.
  for (const wallet of wallets) {
    const spent = new Array<Nano>(days.length + 1).fill(0n)
    for (const { bucket, member, chargeNano } of sums) if (member === wallet.id) spent[bucket] = chargeNano
    const outsidePerDayNano = outside.get(wallet.id) ?? 0n
    const perDayNano = meanDailySpend(spent.slice(0, days.length)) + outsidePerDayNano
    const hasSpentToday = (spent[days.length] ?? 0n) > 0n
    const forecast = await processForecastCache().of(ctx, wallet, budgets, outsidePerDayNano)
    const band = forecast?.hasHistory ? forecast.runOut : null
    const found = howOf(wallet.expectedNano, band, perDayNano, now)
    const by = found.kind === 'idle' && hasSpentToday ? ({ kind: 'first_day' } as const) : found
    all.push({ wallet, perDayNano, outsidePerDayNano, by, daysLeft: daysUntil(momentOf(by), ctx) })
  }
  return all.sort((a, b) => runOutPosition(a, now) - runOutPosition(b, now))
}

function howOf(
  expectedNano: Nano | null,
  band: PercentileBand<Date | null> | null,
  perDayNano: Nano,
  now: Date,
): WalletRunOut['by'] {
  if (expectedNano === null) return { kind: 'unknown' }
  if (expectedNano <= 0n) return { kind: 'band', band: { p10: now, p50: now, p90: now } }
  // Beyond the forecast's horizon, the mean of its days shows about how long it lasts.
  if (band?.p50) return { kind: 'band', band }
  if (perDayNano === 0n) return band ? { kind: 'band', band } : { kind: 'idle' }
  if (band?.p10) return { kind: 'band', band }
  return { kind: 'daily_spend', at: runOutAtSpend(expectedNano, perDayNano, now) }
}

function momentOf(by: WalletRunOut['by']): Date | null {
  if (by.kind === 'band') return by.band.p50 ?? null
  return by.kind === 'daily_spend' ? by.at : null
}

/** Counts days as the team's calendar does, so that the number fits the date beside it. */
function daysUntil(at: Date | null, { clock, team }: TeamCtx): number | null {
  if (at === null) return null
  const dayOf = (moment: Date) => Date.parse(dayContaining(moment, team.timeZone).date) / DAY_MS
  return Math.max(0, dayOf(at) - dayOf(clock.now()))
}

/**
 * Returns the sort position: the exact number of days left, since wallets may run out on one day. A wallet of which
 * nothing is known comes before one that lasts.
 */
export const runOutPosition = ({ by }: Pick<WalletRunOut, 'by'>, now: Date): number => {
  if (by.kind === 'unknown' || by.kind === 'first_day') return 400
  const at = momentOf(by)
  if (at) return (at.getTime() - now.getTime()) / DAY_MS
  return by.kind === 'band' && by.band.p10 ? 121 : 1e9
}

/** Number of whole days that the usual daily spend is taken from. */
const USUAL_DAYS = 28

/** Returns the last whole days as quarter hours, newest first. */
export const lastWholeDays = (now: Date, timeZone: string) =>
  Array.from({ length: USUAL_DAYS }, (_, index) => {
    const day = dayBefore(now, timeZone, index + 1)
    return { from: quarterHourOf(day.startsAt), to: quarterHourOf(day.endsAt) }
  })

/** Returns the mean of the days since the first one with spend. The days must be newest first. */
export function meanDailySpend(days: readonly Nano[]): Nano {
  const first = days.findLastIndex((nano) => nano > 0n)
  if (first < 0) return 0n
  return days.slice(0, first + 1).reduce((sum, nano) => sum + nano, 0n) / BigInt(first + 1)
}

/** Latest moment that a date may have. */
const LAST_MS = Date.UTC(9999, 0)

/** Returns when a balance is used up at a daily spend, which must not be 0; now if nothing is left. */
export function runOutAtSpend(balanceNano: Nano, perDayNano: Nano, now: Date): Date {
  const left = balanceNano > 0n ? balanceNano : 0n
  return new Date(Math.min(LAST_MS, now.getTime() + Number((left * BigInt(DAY_MS)) / perDayNano)))
}

/**
 * Returns when a wallet with less than a week of spend is empty, at the mean of its whole days so far. `spent` must
 * cover at least these days. Null if it spends nothing or its balance is not known.
 */
export function runOutAtMeanSpend(
  ctx: TeamCtx,
  { expectedNano }: Pick<WalletView, 'expectedNano'>,
  spent: readonly SpentQuarterHour[],
  outsidePerDayNano: Nano,
): Date | null {
  if (expectedNano === null) return null
  const now = ctx.clock.now()
  const days = lastWholeDays(now, ctx.team.timeZone).map((day) => spentOn(day, spent))
  const perDayNano = meanDailySpend(days) + outsidePerDayNano
  return perDayNano === 0n ? null : runOutAtSpend(expectedNano, perDayNano, now)
}

const spentOn = (
  day: { readonly from: number; readonly to: number },
  spent: readonly SpentQuarterHour[],
): Nano =>
  spent.reduce(
    (sum, { quarterHour, chargeNano }) =>
      quarterHour >= day.from && quarterHour < day.to ? sum + chargeNano : sum,
    0n,
  )
