import { type Micro, microToText } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { insertPrice, selectPriceAt } from './store'

export interface InferredPrice {
  readonly operation: string
  readonly priceMicro: Micro
  readonly spreadMicro: Micro
  readonly observations: number
}

/** A price that is off by less than this from the one in force is the same one, measured anew. */
const SAME_PER_MILLE = 5n

/**
 * Puts a price that balance readings show in force from now on, where it is another one than they showed before. What
 * an admin or the contract says goes first (see `priceInForce`). Answers whether it was put in force.
 */
export async function putInferredPrice(ctx: TeamCtx, price: InferredPrice): Promise<boolean> {
  const { operation, priceMicro, spreadMicro, observations } = price
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  return transaction(ctx.db, async (tx) => {
    const last = await selectPriceAt(tx, { teamId, operation, at }, 'inferred')
    if (last && isSame(last.priceMicro, priceMicro)) return false
    await insertPrice(tx, {
      teamId,
      operation,
      priceMicro,
      spreadMicro,
      observations,
      effectiveAt: at,
      source: 'inferred',
      setById: ctx.actor.memberId,
      createdAt: at,
    })
    await appendAuditEntry(tx, ctx, {
      action: 'price.infer',
      subjectId: operation,
      subjectName: operation,
      detail: { creditsPerItem: microToText(priceMicro), observations },
    })
    return true
  })
}

const isSame = (one: Micro, two: Micro): boolean => {
  const off = one > two ? one - two : two - one
  return off * 1000n <= one * SAME_PER_MILLE
}
