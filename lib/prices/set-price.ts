import { z } from 'zod'
import { appendAuditEntry } from '@/lib/audit'
import { type TeamCtx, transaction } from '@/lib/db'
import { invalid, microToText, parseMicro, requireAdmin } from '@/lib/kernel'
import { insertPrice } from './store'

export const setPriceInput = z.object({
  operation: z.enum(['timeline', 'search', 'followers']),
  /** Credits per item, as decimal text. */
  price: z.string().trim().max(30),
})

/** Puts a price in force from now on; what was settled before keeps its price. Admins only. */
export async function setPrice(ctx: TeamCtx, input: z.output<typeof setPriceInput>): Promise<void> {
  requireAdmin(ctx, 'set prices')
  const priceMicro = parseMicro(input.price)
  if (priceMicro === null || priceMicro < 0n) {
    throw invalid('The price was not changed.', {
      price: 'Enter a number of credits per item, such as 0.15.',
    })
  }
  const at = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    const { operation } = input
    await insertPrice(tx, {
      teamId: ctx.team.id,
      operation,
      priceMicro,
      effectiveAt: at,
      setById: ctx.actor.memberId,
      createdAt: at,
    })
    await appendAuditEntry(tx, ctx, {
      action: 'price.set',
      subjectId: operation,
      subjectName: operation,
      detail: { creditsPerItem: microToText(priceMicro) },
    })
  })
}
