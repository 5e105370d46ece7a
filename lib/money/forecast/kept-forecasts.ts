import type { Nano } from '@/lib/kernel'
import { type BudgetView, listBudgets } from '@/lib/money/budgets'
import { createSpendMemory, type SpendMemory, type SpentQuarterHour } from '@/lib/money/ledger'
import { outsidePerDay } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import { createCache } from '@/lib/platform/cache'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { capsOf, type ForecastView, forecastFrom, historyFrom } from './get-forecast'

/** Forecasts of wallets, cached for a process that asks repeatedly. */
export interface KeptForecasts {
  /**
   * Returns the same as `getForecast`, recomputed only when something has changed it noticeably. `outsidePerDayNano`
   * is what somebody else takes from the wallet per day. `spent` is its spend since `historyFrom`, which is read when
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
  /**
   * Text of the question. A forecast is by the quarter hour; changes of budgets and of outside spend count
   * immediately.
   */
  readonly question: string
  readonly forecast: ForecastView
}

/** Creates the cache of a process. */
export function keepForecasts(spend: SpendMemory): KeptForecasts {
  const wallets = createCache<KeptForecast>({ max: MAX_WALLETS })
  const spentOf = async (ctx: TeamCtx, id: string, now: Date) =>
    (await spend.since(ctx, [id], historyFrom(now))).get(id) ?? []
  return {
    async of(ctx, { id, expectedNano }, budgets, outsidePerDayNano, given) {
      if (expectedNano === null) return null
      const now = ctx.clock.now()
      const caps = capsOf(budgets, ctx.team.id, id)
      const named = caps.map(({ period, nano }) => `${period}:${nano}`).join(',')
      const question = `${quarterHourOf(now)} ${ctx.team.timeZone} ${outsidePerDayNano} ${named}`
      const name = `${ctx.team.id} ${id}`
      const known = wallets.get(name)
      if (known?.question === question && isNear(expectedNano, known.forecast.balanceNano))
        return known.forecast
      const spent = given ?? (await spentOf(ctx, id, now))
      const forecast = await forecastFrom(ctx, { expectedNano, spent, caps, outsidePerDayNano })
      wallets.set(name, { question, forecast })
      return forecast
    },
  }
}

const isNear = (nano: bigint, before: bigint): boolean =>
  nano <= before && (before - nano) * NOTICEABLE <= before

/** Returns the forecasts of the pages, cached by this process. */
export const shownForecasts = () => processWide('shown-forecasts', () => keepForecasts(createSpendMemory()))

/**
 * Returns when a wallet runs out, for display: cached until something changes it noticeably. Null while its balance is
 * not known.
 */
export async function shownForecast(ctx: TeamCtx, wallet: WalletView): Promise<ForecastView | null> {
  const [budgets, outside] = await Promise.all([listBudgets(ctx), outsidePerDay(ctx, [wallet])])
  return shownForecasts().of(ctx, wallet, budgets, outside.get(wallet.id) ?? 0n)
}
