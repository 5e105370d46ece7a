import { listBudgets } from '@/lib/money/budgets'
import { createSpendMemory } from '@/lib/money/ledger'
import { outsidePerDay } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import type { ForecastView } from './get-forecast'
import { keepForecasts } from './kept-forecasts'

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
