import { type Nano, nanoToText, type OperationName, perItemTariff, type Tariff } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { insertPrice, selectInferredPrices } from './store'

/** The price of an item that the readings of one wallet show, and when it took effect. */
export interface WalletPrice {
  readonly walletId: string
  readonly priceNano: Nano
  /** Price of each call beside its items. */
  readonly perCallNano: Nano
  readonly effectiveAt: Date
}

/** Returns the tariff of a price that readings show. */
export const inferredTariff = ({
  priceNano,
  perCallNano,
}: Pick<WalletPrice, 'priceNano' | 'perCallNano'>): Tariff => ({
  ...perItemTariff(priceNano),
  perCall: perCallNano,
})

/** Maximum number of prices that are read. A price changes rarely, so this covers many years of all wallets. */
const MAX_ROWS = 500

/** Returns the last price that each wallet's readings showed by a moment, latest first. */
export async function listInferredPrices(
  db: Db | Tx,
  where: { readonly teamId: string; readonly operation: OperationName; readonly at: Date },
): Promise<WalletPrice[]> {
  const rows = await selectInferredPrices(db, where, MAX_ROWS)
  const last = new Map<string, WalletPrice>()
  for (const { walletId, priceNano, perCallNano, effectiveAt } of rows)
    if (walletId !== null && !last.has(walletId))
      last.set(walletId, { walletId, priceNano, perCallNano, effectiveAt })
  return [...last.values()]
}

/** Maximum difference at which two prices count as the same. */
const NEAR_PER_MILLE = 5n

/**
 * Returns whether an estimate equals the price in force, from which the difference is measured. The tolerance is
 * narrow because an estimate is a median of many observations and pages are charged by it. `doAgree` of statements
 * allows more between two single observations.
 */
const isNear = (inForce: Nano, estimate: Nano): boolean => {
  const off = inForce > estimate ? inForce - estimate : estimate - inForce
  return off * 1000n <= inForce * NEAR_PER_MILLE
}

/** Returns whether wallets show different prices. */
export const havePriceConflict = (prices: readonly WalletPrice[]): boolean =>
  prices.some((one) => !isSamePrice(prices[0] ?? one, one))

/** Returns whether both parts of an estimate equal those in force. */
const isSamePrice = (
  inForce: Pick<WalletPrice, 'priceNano' | 'perCallNano'>,
  estimate: Pick<WalletPrice, 'priceNano' | 'perCallNano'>,
): boolean =>
  isNear(inForce.priceNano, estimate.priceNano) && isNear(inForce.perCallNano, estimate.perCallNano)

export interface InferredPrice {
  /** The wallet whose readings show it. */
  readonly walletId: string
  readonly operation: OperationName
  readonly priceNano: Nano
  /** Price of each call beside its items. */
  readonly perCallNano: Nano
  readonly spreadNano: Nano
  readonly observations: number
}

/**
 * Puts an inferred price of a wallet in force from now on if it differs from its last one. Other wallets keep theirs,
 * because nothing states that all pay the same. An admin's or the provider's price takes precedence (see
 * `findPriceInForce`). Returns whether the price was put in force.
 */
export async function putInferredPrice(ctx: TeamCtx, price: InferredPrice): Promise<boolean> {
  const { walletId, operation, priceNano, perCallNano, spreadNano, observations } = price
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  return transaction(ctx.db, async (tx) => {
    const known = await listInferredPrices(tx, { teamId, operation, at })
    const last = known.find((one) => one.walletId === walletId)
    if (last && isSamePrice(last, price)) return false
    // A price per item is not inferred from pages that are also charged per call.
    if (last && last.perCallNano > 0n && perCallNano === 0n) return false
    await insertPrice(tx, {
      teamId,
      operation,
      priceNano,
      perCallNano,
      spreadNano,
      observations,
      effectiveAt: at,
      source: 'inferred',
      walletId,
      setById: ctx.actor.memberId,
      createdAt: at,
    })
    await appendAuditEntry(tx, ctx, {
      action: 'price.infer',
      subjectId: operation,
      subjectName: operation,
      detail: {
        creditsPerItem: nanoToText(priceNano),
        ...(perCallNano > 0n && { creditsPerCall: nanoToText(perCallNano) }),
        observations,
        walletId,
      },
    })
    return true
  })
}
