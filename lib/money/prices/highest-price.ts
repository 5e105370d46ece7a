import type { ContractPrices, Micro, Operation } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Tx } from '@/lib/platform/db'
import { priceInForce } from './price-in-force'
import { selectHighestPrice } from './store'

const HORIZON_MS = DAY_MS

/**
 * The highest price that can be in force when a call that begins now is settled: the present one, or one due within a
 * day. Null if none is known.
 */
export async function highestPrice(
  tx: Tx,
  where: { teamId: string; operation: Operation; at: Date; contract: ContractPrices },
): Promise<Micro | null> {
  const { priceMicro } = await priceInForce(tx, where)
  const coming = await selectHighestPrice(tx, where, new Date(where.at.getTime() + HORIZON_MS))
  if (coming === null || priceMicro === null) return priceMicro ?? coming
  return coming > priceMicro ? coming : priceMicro
}
