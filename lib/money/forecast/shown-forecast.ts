import { listBudgets } from '@/lib/money/budgets'
import { createSpendMemory } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import type { ForecastView } from './get-forecast'
import { keepForecasts } from './kept-forecasts'

/** The forecasts of those who look, kept by this process. */
export const shownForecasts = () => processWide('shown-forecasts', () => keepForecasts(createSpendMemory()))

/** When a wallet runs out, for those who look: kept until something changes it noticeably. Null while its balance is not known. */
export const shownForecast = async (ctx: TeamCtx, wallet: WalletView): Promise<ForecastView | null> =>
  shownForecasts().of(ctx, wallet, await listBudgets(ctx))
