import {
  leadPrice,
  type Nano,
  type OperationName,
  type ProviderPrices,
  perItemTariff,
  type Tariff,
  withLeadPrice,
} from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import { doDiffer, inferredTariff, listInferredPrices } from './inferred-prices'
import { selectPriceAt } from './store'

export interface PriceInForce {
  /** What its calls cost; null where that is not known. */
  readonly tariff: Tariff | null
  /** The tariff's lead price: per item, or per call where items cost nothing of their own. */
  readonly priceNano: Nano | null
  /** `differing`: the readings of wallets show different prices, and none of this one. */
  readonly source: 'admin' | 'provider' | 'inferred' | 'differing' | 'none'
}

/** Which price. */
export interface PriceWhere {
  readonly teamId: string
  readonly operation: OperationName
  readonly at: Date
  readonly provider: ProviderPrices
  /** The wallet that pays: others may have other prices. Null for the team as a whole. */
  readonly walletId: string | null
}

/**
 * What an operation's calls cost at a moment: the provider's tariff, at an admin's price where one is set; else by the
 * wallet's readings, else by those of all others where they agree, else unknown. The interface names no price ("Price per
 * item … not shown", Limits / Charging).
 */
export async function priceInForce(db: Db | Tx, where: PriceWhere): Promise<PriceInForce> {
  const set = await selectPriceAt(db, where)
  const stated = statedPrice(where)
  if (set) return inForce(withLeadPrice(stated.tariff ?? perItemTariff(0n), set.priceNano), 'admin')
  if (stated.tariff !== null) return stated
  const inferred = await listInferredPrices(db, where)
  const own = inferred.find(({ walletId }) => walletId === where.walletId)
  if (!own && doDiffer(inferred)) return inForce(null, 'differing')
  const last = own ?? inferred[0]
  return last ? inForce(inferredTariff(last), 'inferred') : stated
}

const inForce = (tariff: Tariff | null, source: PriceInForce['source']): PriceInForce => ({
  ...{ tariff, source },
  priceNano: tariff && leadPrice(tariff),
})

/** The provider's tariff of an operation. */
export function statedPrice(where: { operation: OperationName; provider: ProviderPrices }): PriceInForce {
  const tariff = where.provider[where.operation] ?? null
  return inForce(tariff, tariff === null ? 'none' : 'provider')
}
