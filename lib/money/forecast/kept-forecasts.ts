import type { Nano } from '@/lib/kernel'
import { type BudgetView, listBudgets } from '@/lib/money/budgets'
import { createSpendMemory, type SpendMemory, type SpentQuarterHour } from '@/lib/money/ledger'
import { readDailyOutsideSpend } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import { createCache } from '@/lib/platform/cache'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processSingleton } from '@/lib/platform/process'
import { type ForecastView, forecastFromSpend, forecastHistoryStart, walletSpendCaps } from './get-forecast'

/** Forecasts of wallets, cached for a process that asks repeatedly. */
export interface ForecastCache {
  /**
   * Returns the same as `getForecast`, recomputed only when something has changed it noticeably. `outsidePerDayNano`
   * is what somebody else takes from the wallet per day. `spent` is its spend since `forecastHistoryStart`, which is read when
   * needed if absent.
   */
  of(
    ctx: TeamCtx,
    wallet: WalletView,
    budgets: readonly BudgetView[],
    outsidePerDayNano: Nano,
    spent?: readonly SpentQuarterHour[],
  ): Promise<ForecastView | null>
}

const MAX_WALLETS = 2000
/** Denominator of the smallest fall of a balance that moves a date noticeably. */
const NOTICEABLE = 100n

interface KeptForecast {
  /** Text of the question. A forecast is by the quarter hour; changes of budgets and of outside spend count at once. */
  readonly question: string
  readonly forecast: ForecastView
}

/** Creates the cache of a process. */
export function createForecastCache(spend: SpendMemory): ForecastCache {
  const wallets = createCache<KeptForecast>({ max: MAX_WALLETS })
  const spentOf = async (ctx: TeamCtx, id: string, now: Date) =>
    (await spend.since(ctx, [id], forecastHistoryStart(now))).get(id) ?? []
  return {
    async of(ctx, { id, expectedNano }, budgets, outsidePerDayNano, given) {
      if (expectedNano === null) return null
      const now = ctx.clock.now()
      const caps = walletSpendCaps(budgets, ctx.team.id, id)
      const named = caps.map(({ period, nano }) => `${period}:${nano}`).join(',')
      const question = `${quarterHourOf(now)} ${ctx.team.timeZone} ${outsidePerDayNano} ${named}`
      const name = `${ctx.team.id} ${id}`
      const known = wallets.get(name)
      if (known?.question === question && isNear(expectedNano, known.forecast.balanceNano))
        return known.forecast
      const spent = given ?? (await spentOf(ctx, id, now))
      const forecast = await forecastFromSpend(ctx, { expectedNano, spent, caps, outsidePerDayNano })
      wallets.set(name, { question, forecast })
      return forecast
    },
  }
}

const isNear = (nano: bigint, before: bigint): boolean =>
  nano <= before && (before - nano) * NOTICEABLE <= before

/** Returns the forecasts of the pages, cached by this process. */
export const processForecastCache = () =>
  processSingleton('shown-forecasts', () => createForecastCache(createSpendMemory()))

/**
 * Returns when a wallet runs out, for display: cached until something changes it noticeably. Null while its balance is
 * not known.
 */
export async function readCachedForecast(ctx: TeamCtx, wallet: WalletView): Promise<ForecastView | null> {
  const [budgets, outside] = await Promise.all([listBudgets(ctx), readDailyOutsideSpend(ctx, [wallet])])
  return processForecastCache().of(ctx, wallet, budgets, outside.get(wallet.id) ?? 0n)
}
