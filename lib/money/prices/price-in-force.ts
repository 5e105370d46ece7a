import {
  leadPrice,
  type Nano,
  type OperationName,
  type ProviderPrices,
  perItemTariff,
  type Tariff,
  withLeadPrice,
} from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Db, Tx } from '@/lib/platform/db'
import { havePriceConflict, inferredTariff, listInferredPrices } from './inferred-prices'
import { type SetPrices, selectSetPrices } from './store'

export interface PriceInForce {
  /** The tariff of its calls; null if not known. */
  readonly tariff: Tariff | null
  /** The tariff's lead price: per item, or per call if items cost nothing on their own. */
  readonly priceNano: Nano | null
  /** `differing` means that readings of other wallets show different prices and those of this one show none. */
  readonly source: 'admin' | 'provider' | 'inferred' | 'differing' | 'none'
}

/** The operation and moment whose price is asked for. */
export interface PriceQuery {
  readonly teamId: string
  readonly operation: OperationName
  readonly at: Date
  readonly provider: ProviderPrices
  /** The wallet that pays, because others may have other prices. Null for the team as a whole. */
  readonly walletId: string | null
}

/**
 * Returns what an operation's calls cost at a moment. An admin's price comes first, applied to the provider's tariff;
 * then the provider's tariff itself; then the price that the wallet's readings show; then that of all other wallets if
 * they agree; else it is unknown. The interface names no price ("Price per item … not shown", Limits / Charging).
 */
export const findPriceInForce = async (db: Db | Tx, where: PriceQuery): Promise<PriceInForce> =>
  priceUnder(db, where, await selectSetPrices(db, where))

async function priceUnder(db: Db | Tx, where: PriceQuery, { set }: SetPrices): Promise<PriceInForce> {
  const stated = statedPrice(where)
  if (set !== null) return inForce(withLeadPrice(stated.tariff ?? perItemTariff(0n), set), 'admin')
  if (stated.tariff !== null) return stated
  const inferred = await listInferredPrices(db, where)
  const own = inferred.find(({ walletId }) => walletId === where.walletId)
  if (!own && havePriceConflict(inferred)) return inForce(null, 'differing')
  const last = own ?? inferred[0]
  return last ? inForce(inferredTariff(last), 'inferred') : stated
}

const inForce = (tariff: Tariff | null, source: PriceInForce['source']): PriceInForce => ({
  tariff,
  source,
  priceNano: tariff && leadPrice(tariff),
})

/** Returns the provider's tariff of an operation. */
export function statedPrice(where: { operation: OperationName; provider: ProviderPrices }): PriceInForce {
  const tariff = where.provider[where.operation] ?? null
  return inForce(tariff, tariff === null ? 'none' : 'provider')
}

const HORIZON_MS = DAY_MS

/**
 * Returns the tariff in force when a call begins and the most expensive one that it can be settled at. Null if none is
 * known.
 */
export async function findReservationTariffs(
  tx: Tx,
  where: PriceQuery,
): Promise<{ tariff: Tariff | null; dearest: Tariff | null }> {
  const until = new Date(where.at.getTime() + HORIZON_MS)
  const prices = await selectSetPrices(tx, where, until)
  const { tariff } = await priceUnder(tx, where, prices)
  const { coming } = prices
  const isDearer = coming !== null && (tariff === null || coming > leadPrice(tariff))
  const base = tariff ?? where.provider[where.operation] ?? perItemTariff(0n)
  return { tariff, dearest: isDearer ? withLeadPrice(base, coming) : tariff }
}

/**
 * Returns the most expensive tariff that can be in force when a call that begins now is settled: the present one, or
 * one due within a day. Null if none is known.
 */
export const findHighestTariff = async (tx: Tx, where: PriceQuery): Promise<Tariff | null> =>
  (await findReservationTariffs(tx, where)).dearest
