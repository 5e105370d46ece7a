import type { TeamCtx } from '@/lib/db'
import type { Micro } from '@/lib/kernel'
import { type ContractPrices, type PriceInForce, priceInForce } from './price-in-force'
import { selectNextPrice } from './store'

export interface PriceView extends PriceInForce {
  readonly operation: string
  /** The price that is set to follow; null where none is. */
  readonly coming: { readonly priceMicro: Micro; readonly effectiveAt: Date } | null
}

/** The price now in force of each operation, and the one that is set to follow it. */
export const listPrices = (ctx: TeamCtx, contract: ContractPrices): Promise<PriceView[]> =>
  Promise.all(
    Object.keys(contract).map(async (operation) => {
      const [teamId, at] = [ctx.team.id, ctx.clock.now()]
      const [inForce, next] = await Promise.all([
        priceInForce(ctx.db, { teamId, operation, at, contract }),
        selectNextPrice(ctx.db, teamId, operation, at),
      ])
      const coming = next && { priceMicro: next.priceMicro, effectiveAt: next.effectiveAt }
      return { operation, ...inForce, coming }
    }),
  )
