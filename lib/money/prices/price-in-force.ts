import type { Nano, Operation, ProviderPrices } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import { doDiffer, listInferredPrices } from './inferred-prices'
import { selectPriceAt } from './store'

export interface PriceInForce {
  readonly priceNano: Nano | null
  /** `differing`: the readings of wallets show different prices, and none of this one. */
  readonly source: 'admin' | 'provider' | 'inferred' | 'differing' | 'none'
}

/** Which price. */
export interface PriceWhere {
  readonly teamId: string
  readonly operation: Operation
  readonly at: Date
  readonly provider: ProviderPrices
  /** The wallet that pays: others may have other prices. Null for the team as a whole. */
  readonly walletId: string | null
}

/**
 * The price of an operation's items at a moment, in nano-credits: an admin's price, else the provider's, else the one
 * that the wallet's readings show, else the one that those of all others agree on, else unknown. The interface names no price ("Price per item … not shown", Limits /
 * Charging).
 */
export async function priceInForce(db: Db | Tx, where: PriceWhere): Promise<PriceInForce> {
  const set = await selectPriceAt(db, where)
  if (set) return { priceNano: set.priceNano, source: 'admin' }
  const stated = statedPrice(where)
  if (stated.priceNano !== null) return stated
  const inferred = await listInferredPrices(db, where)
  const own = inferred.find(({ walletId }) => walletId === where.walletId)
  if (!own && doDiffer(inferred)) return { priceNano: null, source: 'differing' }
  const last = own ?? inferred[0]
  return last ? { priceNano: last.priceNano, source: 'inferred' } : stated
}

/** The provider's price of an operation. */
export function statedPrice(where: { operation: Operation; provider: ProviderPrices }): PriceInForce {
  const priceNano = where.provider[where.operation] ?? null
  return { priceNano, source: priceNano === null ? 'none' : 'provider' }
}
