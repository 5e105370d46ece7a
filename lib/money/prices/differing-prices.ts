import { OPERATION_NAMES, type OperationName, type ProviderPrices } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { doDiffer, listInferredPrices, type WalletPrice } from './inferred-prices'
import { statedPrice } from './price-in-force'
import { selectPriced } from './store'

/** What the readings of wallets show of one operation. */
export interface DifferingPrices {
  readonly operation: OperationName
  readonly known: readonly WalletPrice[]
}

/** The operations whose price nobody states, and whose items have different prices by the readings of the team's wallets. */
export async function listDifferingPrices(
  ctx: TeamCtx,
  provider: ProviderPrices,
): Promise<DifferingPrices[]> {
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  const unstated = OPERATION_NAMES.filter((operation) => statedPrice({ operation, provider }).tariff === null)
  if (unstated.length === 0) return []
  const priced = await selectPriced(ctx.db, teamId, at, 'admin')
  const found = await Promise.all(
    unstated
      .filter((operation) => !priced.has(operation))
      .map(async (operation) => ({
        operation,
        known: await listInferredPrices(ctx.db, { teamId, operation, at }),
      })),
  )
  return found.filter(({ known }) => doDiffer(known))
}
