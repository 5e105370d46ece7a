import type { Nano } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Tx } from '@/lib/platform/db'
import { type PriceWhere, priceInForce } from './price-in-force'
import { selectHighestPrice } from './store'

const HORIZON_MS = DAY_MS

/** The price in force when a call begins, and the highest that it can be settled at. Null where none is known. */
export async function reservationPrices(
  tx: Tx,
  where: PriceWhere,
): Promise<{ priceNano: Nano | null; highestNano: Nano | null }> {
  const until = new Date(where.at.getTime() + HORIZON_MS)
  const [{ priceNano }, coming] = await Promise.all([
    priceInForce(tx, where),
    selectHighestPrice(tx, where, until),
  ])
  const isDearer = priceNano === null || (coming !== null && coming > priceNano)
  return { priceNano, highestNano: isDearer ? coming : priceNano }
}

/**
 * The highest price that can be in force when a call that begins now is settled: the present one, or one due within a
 * day. Null if none is known.
 */
export const highestPrice = async (tx: Tx, where: PriceWhere): Promise<Nano | null> =>
  (await reservationPrices(tx, where)).highestNano
