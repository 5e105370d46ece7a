import { type Nano, type OperationName, perItemTariff, type Tariff } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import { selectInferred } from './store'

/** What the readings of one wallet show that an item costs, and since when. */
export interface WalletPrice {
  /** Null in prices of before the wallet was stored. */
  readonly walletId: string | null
  readonly priceNano: Nano
  /** For each call, beside its items. */
  readonly perCallNano: Nano
  readonly effectiveAt: Date
}

/** What calls cost by a price that readings show. */
export const inferredTariff = ({
  priceNano,
  perCallNano,
}: Pick<WalletPrice, 'priceNano' | 'perCallNano'>): Tariff => ({
  ...perItemTariff(priceNano),
  perCall: perCallNano,
})

/** A price changes rarely: these are many years of all wallets. */
const MAX_ROWS = 500

/** The last price that each wallet's readings showed by a moment, the latest first. */
export async function listInferredPrices(
  db: Db | Tx,
  where: { readonly teamId: string; readonly operation: OperationName; readonly at: Date },
): Promise<WalletPrice[]> {
  const rows = await selectInferred(db, where, MAX_ROWS)
  const known = rows.some(({ walletId }) => walletId !== null)
  const last = new Map<string | null, WalletPrice>()
  for (const { walletId, priceNano, perCallNano, effectiveAt } of rows) {
    if (known && walletId === null) continue
    if (!last.has(walletId)) last.set(walletId, { walletId, priceNano, perCallNano, effectiveAt })
  }
  return [...last.values()]
}

/** A price that is not further than this from another one is the same. */
const NEAR_PER_MILLE = 5n

/**
 * Whether an estimate is as good as the price in force, by which the distance is measured. Close: it is a median of many
 * observations, and pages are charged by it. Two single observations agree within more, see `doAgree` of statements.
 */
const isNear = (inForce: Nano, estimate: Nano): boolean => {
  const off = inForce > estimate ? inForce - estimate : estimate - inForce
  return off * 1000n <= inForce * NEAR_PER_MILLE
}

/** Whether wallets show different prices. */
export const doDiffer = (prices: readonly WalletPrice[]): boolean =>
  prices.some((one) => !isSamePrice(prices[0] ?? one, one))

/** Whether both parts of an estimate are as good as those in force. */
export const isSamePrice = (
  inForce: Pick<WalletPrice, 'priceNano' | 'perCallNano'>,
  estimate: Pick<WalletPrice, 'priceNano' | 'perCallNano'>,
): boolean =>
  isNear(inForce.priceNano, estimate.priceNano) && isNear(inForce.perCallNano, estimate.perCallNano)
