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

/** The team's provider; read once a request. */
export const teamProvider = cache(
  (ctx: TeamCtx): Promise<ProviderView> => getProvider(ctx, currentRuntime().upstreams),
)

/** How each list of the upstream takes counts, as far as the team's pages have shown. */
export const teamCountHabits = cache(async (ctx: TeamCtx): Promise<ByOperation<CountHabit>> => {
  return listCountHabits(ctx, await teamProvider(ctx))
})

/** Reads what the team's provider states that its calls cost. */
export const statedPrices = async (ctx: TeamCtx): Promise<ProviderPrices> =>
  providerPrices((await teamProvider(ctx)).provider)

/** The price now in force of each operation, for one wallet or the team as a whole, by what the team's admins and its provider say. */
export async function teamPrices(ctx: TeamCtx, walletId: string | null = null): Promise<PriceView[]> {
  return listPrices(ctx, await statedPrices(ctx), walletId)
}

/** Whether the team buys the packs of the interface document: only of these Purser knows prices and advice. */
export const hasPacks = ({ plans }: Pick<Provider, 'plans'>): boolean =>
  JSON.stringify(plans) === JSON.stringify(defaultProvider.plans)
