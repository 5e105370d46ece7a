import 'server-only'
import { cache } from 'react'
import type { ByOperation, ProviderPrices } from '@/lib/kernel'
import { listPrices, type PriceView } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { defaultProvider, type Provider } from '@/lib/upstream/client'
import {
  type CountHabit,
  getProvider,
  listCountHabits,
  type ProviderView,
  providerPrices,
} from '@/lib/upstream/providers'

/** Returns the team's provider; read once per request. */
export const teamProvider = cache(
  (ctx: TeamCtx): Promise<ProviderView> => getProvider(ctx, currentRuntime().upstreams),
)

/** Returns how each list of the upstream treats counts, as far as the team's pages have shown. */
export const teamCountHabits = cache(async (ctx: TeamCtx): Promise<ByOperation<CountHabit>> => {
  return listCountHabits(ctx, await teamProvider(ctx))
})

/** Returns the prices that the team's provider states. */
export const statedPrices = async (ctx: TeamCtx): Promise<ProviderPrices> =>
  providerPrices((await teamProvider(ctx)).provider)

/**
 * Returns the price in force for each operation, for one wallet or the whole team, as set by admins or stated by the
 * provider.
 */
export async function teamPrices(ctx: TeamCtx, walletId: string | null = null): Promise<PriceView[]> {
  return listPrices(ctx, await statedPrices(ctx), walletId)
}

/** Returns whether the team buys the packs of the interface document: Purser knows prices and advice only for these. */
export const hasPacks = ({ plans }: Pick<Provider, 'plans'>): boolean =>
  JSON.stringify(plans) === JSON.stringify(defaultProvider.plans)
