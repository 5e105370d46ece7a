import 'server-only'
import { cache } from 'react'
import type { ByOperation } from '@/lib/kernel'
import { listPrices, type PriceView } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import {
  type ContractView,
  type CountHabit,
  contractPrices,
  getContract,
  listCountHabits,
} from '@/lib/upstream/contract'

/** The team's contract; read once a request. */
export const teamContract = cache(
  (ctx: TeamCtx): Promise<ContractView> => getContract(ctx, currentRuntime().upstreams),
)

/** How each list of the upstream takes counts, as far as the team's pages have shown. */
export const teamCountHabits = cache(async (ctx: TeamCtx): Promise<ByOperation<CountHabit>> => {
  const { name } = currentRuntime().upstreams
  return listCountHabits(ctx, { name, contract: (await teamContract(ctx)).contract })
})

/** The price now in force of each operation, for one wallet or the team as a whole, by what the team's admins and its contract say. */
export async function teamPrices(ctx: TeamCtx, walletId: string | null = null): Promise<PriceView[]> {
  return listPrices(ctx, contractPrices((await teamContract(ctx)).contract), walletId)
}
