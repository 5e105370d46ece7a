import 'server-only'
import { cache } from 'react'
import { listPrices, type PriceView } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { type ContractView, contractPrices, getContract } from '@/lib/upstream/contract'

/** The team's contract; read once a request. */
export const teamContract = cache(
  (ctx: TeamCtx): Promise<ContractView> => getContract(ctx, currentRuntime().upstreams),
)

/** The price now in force of each operation, for one wallet or the team as a whole, by what the team's admins and its contract say. */
export async function teamPrices(ctx: TeamCtx, walletId: string | null = null): Promise<PriceView[]> {
  return listPrices(ctx, contractPrices((await teamContract(ctx)).contract), walletId)
}
