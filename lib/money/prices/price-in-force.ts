import type { ContractPrices, Micro, Operation } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import { selectPriceAt } from './store'

export interface PriceInForce {
  readonly priceMicro: Micro | null
  readonly source: 'admin' | 'contract' | 'inferred' | 'none'
}

/**
 * The price of an operation's items at a moment, in micro-credits: an admin's price, else the contract's, else the one
 * that balance readings show, else unknown. The interface names no price ("Price per item … not shown", Limits /
 * Charging).
 */
export async function priceInForce(
  db: Db | Tx,
  where: { teamId: string; operation: Operation; at: Date; contract: ContractPrices },
): Promise<PriceInForce> {
  const set = await selectPriceAt(db, where, 'admin')
  if (set) return { priceMicro: set.priceMicro, source: 'admin' }
  const stated = statedPrice(where)
  if (stated.priceMicro !== null) return stated
  const inferred = await selectPriceAt(db, where, 'inferred')
  return inferred ? { priceMicro: inferred.priceMicro, source: 'inferred' } : stated
}

/** The contract's price of an operation. */
export function statedPrice(where: { operation: Operation; contract: ContractPrices }): PriceInForce {
  const priceMicro = where.contract[where.operation] ?? null
  return { priceMicro, source: priceMicro === null ? 'none' : 'contract' }
}
