import { type Micro, microToText, type Operation } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { insertPrice, selectPriceAt } from './store'

export interface InferredPrice {
  readonly operation: Operation
  readonly priceMicro: Micro
  readonly spreadMicro: Micro
  readonly observations: number
}

/** An estimate that is not further than this from the price in force does not replace it. */
const NEAR_PER_MILLE = 5n

/**
 * Puts an inferred price in force from now on, if it differs from the last inferred one. An admin's price or the
 * contract's comes first (see `priceInForce`). Returns whether it was put in force.
 */
export async function putInferredPrice(ctx: TeamCtx, price: InferredPrice): Promise<boolean> {
  const { operation, priceMicro, spreadMicro, observations } = price
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  return transaction(ctx.db, async (tx) => {
    const last = await selectPriceAt(tx, { teamId, operation, at }, 'inferred')
    if (last && isNear(last.priceMicro, priceMicro)) return false
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

/**
 * Whether an estimate is as good as the price in force, by which the distance is measured. Close: it is a median of many
 * observations, and pages are charged by it. Two single observations agree within more, see `doAgree` of statements.
 */
const isNear = (inForce: Micro, estimate: Micro): boolean => {
  const off = inForce > estimate ? inForce - estimate : estimate - inForce
  return off * 1000n <= inForce * NEAR_PER_MILLE
}
