import type { z } from 'zod'
import { chargeFor, invalid, type Nano, requireAdmin } from '@/lib/kernel'
import { priceOfCall } from '@/lib/money/ledger'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { applyResolution } from './apply-resolution'
import type { resolveUnknownInput } from './schemas'

/**
 * Records what an admin knows about a call whose answer was lost: charged for so many items, or not at all. Its entry
 * does not change; what it held of budgets is spent or free from now on. Throws `conflict` if it was resolved already.
 */
export async function resolveUnknown(
  ctx: TeamCtx,
  { attemptId, finding, items, note }: z.output<typeof resolveUnknownInput>,
): Promise<void> {
  requireAdmin(ctx, 'resolve unknown calls')
  if (finding === 'charged' && items === 0)
    throw invalid('The call was not resolved.', { items: 'Enter how many items were charged.' })
  const counted = finding === 'charged' ? items : 0
  await transaction(ctx.db, async (tx) => {
    const by = { resolvedById: ctx.actor.memberId, resolvedByName: ctx.actor.name }
    const said = { attemptId, finding, items: counted, proof: 'note', note, ...by } as const
    const attempt = await applyResolution(tx, ctx, said, (unknown) => chargeAt(unknown, items))
    await appendAuditEntry(tx, ctx, {
      action: 'unknown.resolve',
      subjectId: attemptId,
      subjectName: `${attempt.keyPrefix}, page ${attempt.pageNumber}`,
      detail: { finding, items: counted, note },
    })
  })
}

/** The charge of items at the price in force when the call was opened; null if none was known. */
const chargeAt = (unknown: Parameters<typeof priceOfCall>[0], items: number): Nano | null => {
  // The look-up of a user has no items: it costs what is held for it.
  if (unknown.reservedItems === 0) return unknown.reservedNano
  const priceNano = priceOfCall(unknown)
  if (priceNano === null) return null
  // A call that is charged whatever it brings, costs no more than was held for it.
  const [byItems, most] = [chargeFor(items, priceNano), unknown.reservedNano ?? 0n]
  return items <= unknown.reservedItems && byItems > most ? most : byItems
}
