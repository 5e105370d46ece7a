import { type Nano, nanoToText, type OperationName } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { isSamePrice, listInferredPrices } from './inferred-prices'
import { insertPrice } from './store'

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
 * `priceInForce`). Returns whether the price was put in force.
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
        ...{ observations, walletId },
      },
    })
    return true
  })
}
