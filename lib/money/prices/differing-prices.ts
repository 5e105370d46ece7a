import { OPERATION_NAMES, type OperationName, type ProviderPrices } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { doDiffer, listInferredPrices, type WalletPrice } from './inferred-prices'
import { statedPrice } from './price-in-force'
import { selectPriced } from './store'

/** The prices that readings of different wallets show for one operation. */
export interface DifferingPrices {
  readonly operation: OperationName
  readonly known: readonly WalletPrice[]
}

/** Returns the operations without a stated price for which the readings of the team's wallets show different prices. */
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
