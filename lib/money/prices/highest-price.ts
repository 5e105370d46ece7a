import { leadPrice, perItemTariff, type Tariff, withLeadPrice } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Tx } from '@/lib/platform/db'
import { type PriceWhere, priceInForce } from './price-in-force'
import { selectHighestPrice } from './store'

const HORIZON_MS = DAY_MS

/**
 * Returns the tariff in force when a call begins and the most expensive one that it can be settled at. Null if none is
 * known.
 */
export async function reservationPrices(
  tx: Tx,
  where: PriceWhere,
): Promise<{ tariff: Tariff | null; dearest: Tariff | null }> {
  const until = new Date(where.at.getTime() + HORIZON_MS)
  const [{ tariff }, coming] = await Promise.all([
    priceInForce(tx, where),
    selectHighestPrice(tx, where, until),
  ])
  const isDearer = coming !== null && (tariff === null || coming > leadPrice(tariff))
  const base = tariff ?? where.provider[where.operation] ?? perItemTariff(0n)
  return { tariff, dearest: isDearer ? withLeadPrice(base, coming) : tariff }
}

/**
 * Returns the most expensive tariff that can be in force when a call that begins now is settled: the present one, or
 * one due within a day. Null if none is known.
 */
export const dearestTariff = async (tx: Tx, where: PriceWhere): Promise<Tariff | null> =>
  (await reservationPrices(tx, where)).dearest
