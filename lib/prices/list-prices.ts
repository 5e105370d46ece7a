import type { TeamCtx } from '@/lib/db'
import { type ContractPrices, type PriceInForce, priceInForce } from './price-in-force'

export interface PriceView extends PriceInForce {
  readonly operation: string
}

/** The price now in force of each operation. */
export const listPrices = (ctx: TeamCtx, contract: ContractPrices): Promise<PriceView[]> =>
  Promise.all(
    Object.keys(contract).map(async (operation) => ({
      operation,
      ...(await priceInForce(ctx.db, { teamId: ctx.team.id, operation, at: ctx.clock.now(), contract })),
    })),
  )
