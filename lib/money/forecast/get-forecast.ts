import { z } from 'zod'
import { invalid, MAX_AMOUNT, type Nano, parseTypedCredits, removeGroupSeparators } from '@/lib/kernel'
import { type BudgetView, budgetCountsCall, listBudgets } from '@/lib/money/budgets'
import { type SpentQuarterHour, sumByQuarterHour, sumSpentSince } from '@/lib/money/ledger'
import { readDailyOutsideSpend } from '@/lib/money/statements'
import { getWallet } from '@/lib/money/wallets'
import {
  CALENDAR_PERIODS,
  DAY_MS,
  type Period,
  periodContaining,
  quarterHourOf,
  startOfQuarterHour,
} from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { forecastRunOut, type PlannedSpend, type RunOut, type SpendCap, toPastDays } from './run-out'

const HISTORY_DAYS = 90
const HORIZON_DAYS = 120

export const forecastInput = z.object({
  walletId: z.uuid(),
  /** Credits per day in addition to the usual spend, as decimal text; empty for none. */
  extraPerDay: z.string().trim().max(30).default(''),
  /** Credits at which a budget would stop, as decimal text; empty for none. */
  stopAt: z.string().trim().max(30).default(''),
  stopPeriod: z.enum(CALENDAR_PERIODS).default('month'),
})

export interface ForecastView extends RunOut {
  readonly balanceNano: Nano
  /** Part of the forecast that somebody else takes per day. */
  readonly outsidePerDayNano: Nano
}

/**
 * Returns when a wallet runs out, from its spend of the last 90 days, the budgets that stop it, and outside spend as
 * on most of the last seven days. `whatIf` adds spend or another budget. Null while the balance is not known. Throws
 * `not_found` and `invalid`.
 */
export async function getForecast(
  ctx: TeamCtx,
  walletId: string,
  whatIf: Omit<z.input<typeof forecastInput>, 'walletId'> = {},
): Promise<ForecastView | null> {
  const { extraPerDay, stopAt, stopPeriod } = forecastInput.parse({ walletId, ...whatIf })
  const extraNano = amountOf(extraPerDay, 'extraPerDay')
  const stopNano = amountOf(stopAt, 'stopAt')
  const budgets = await listBudgets(ctx)
  const caps = walletSpendCaps(budgets, ctx.team.id, walletId)
  return forecastUnder(ctx, walletId, {
    extraNano: extraNano ?? 0n,
    caps: stopNano === null ? caps : [...caps, await capNow(ctx, walletId, stopPeriod, stopNano)],
  })
}

const capNow = async (
  ctx: TeamCtx,
  walletId: string,
  period: SpendCap['period'],
  nano: Nano,
): Promise<SpendCap> => ({ period, nano, spentNano: await sumSpentInPeriod(ctx, period, { walletId }) })

/** Returns when a wallet runs out under given caps. Null while its balance is not known. Throws `not_found`. */
async function forecastUnder(
  ctx: TeamCtx,
  walletId: string,
  { extraNano = 0n, caps }: { readonly extraNano?: Nano; readonly caps: readonly SpendCap[] },
): Promise<ForecastView | null> {
  const wallet = await getWallet(ctx, walletId)
  const { expectedNano } = wallet
  if (expectedNano === null) return null
  const spent = await sumByQuarterHour(ctx, walletId, forecastHistoryStart(ctx.clock.now()))
  const outsidePerDayNano = (await readDailyOutsideSpend(ctx, [wallet])).get(walletId) ?? 0n
  return forecastFromSpend(ctx, { expectedNano, spent, extraNano, caps, outsidePerDayNano })
}

/** Returns the first quarter hour of the spend that a forecast uses. */
export const forecastHistoryStart = (now: Date): number =>
  quarterHourOf(new Date(now.getTime() - HISTORY_DAYS * DAY_MS))

/** Returns when a balance runs out, from what was spent since `forecastHistoryStart`. */
export async function forecastFromSpend(
  ctx: TeamCtx,
  {
    expectedNano,
    spent,
    extraNano = 0n,
    caps,
    outsidePerDayNano,
  }: {
    readonly expectedNano: Nano
    readonly spent: readonly SpentQuarterHour[]
    readonly extraNano?: Nano
    readonly caps: readonly SpendCap[]
    readonly outsidePerDayNano: Nano
  },
): Promise<ForecastView> {
  const now = ctx.clock.now()
  const hours = spent.map(({ quarterHour, chargeNano }) => ({
    startsAt: startOfQuarterHour(quarterHour),
    nano: chargeNano,
  }))
  const planned: PlannedSpend[] =
    extraNano === 0n ? [] : [{ startsAt: now, endsAt: null, nanoPerDay: extraNano }]
  const { timeZone } = ctx.team
  const run = await forecastRunOut({
    days: toPastDays(hours, hours[0]?.startsAt ?? now, now, timeZone),
    balanceNano: expectedNano,
    now,
    timeZone,
    planned,
    caps,
    outsidePerDayNano,
    horizonDays: HORIZON_DAYS,
    seed: quarterHourOf(now),
  })
  return { ...run, balanceNano: expectedNano, outsidePerDayNano }
}

function amountOf(text: string, field: string): Nano | null {
  if (text === '') return null
  const nano = parseTypedCredits(removeGroupSeparators(text))
  if (nano !== null && nano >= 0n && nano <= MAX_AMOUNT) return nano
  throw invalid('Nothing was forecast.', {
    [field]: 'Enter a number, such as 250, with at most 9 decimals.',
  })
}

/** A budget, as far as it caps a wallet's spend. */
export type CappingBudget = Pick<
  BudgetView,
  'stops' | 'unit' | 'scope' | 'scopeId' | 'period' | 'effectiveAmount' | 'settled'
>

/**
 * Returns the caps of the budgets that limit a wallet's spend with any key and for any member: its own and the team's.
 */
export const walletSpendCaps = (
  budgets: readonly CappingBudget[],
  teamId: string,
  walletId: string,
): SpendCap[] =>
  budgets.flatMap((budget) => {
    const { stops, unit, period, effectiveAmount, settled } = budget
    if (!stops || unit !== 'credits') return []
    if (!budgetCountsCall(budget, { teamId, walletId })) return []
    return period === 'hour'
      ? [{ period: 'day', nano: effectiveAmount * 24n, spentNano: 0n }]
      : [{ period, nano: effectiveAmount, spentNano: settled }]
  })

/** Returns what the team, or one of its wallets, has spent in the current period, as a budget counts it. */
export const sumSpentInPeriod = (
  ctx: TeamCtx,
  period: Period,
  filter: { readonly walletId?: string },
): Promise<Nano> =>
  sumSpentSince(ctx, filter, periodContaining(ctx.clock.now(), period, ctx.team.timeZone).startsAt)
