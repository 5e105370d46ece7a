import type { z } from 'zod'
import {
  chargeOf,
  invalid,
  type Nano,
  type ProviderPrices,
  perItemTariff,
  requireAdmin,
  type Tariff,
  unitOf,
} from '@/lib/kernel'
import { priceInForce } from '@/lib/money/prices'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { applyResolution, type UnknownCall } from './apply-resolution'
import type { resolveUnknownInput } from './schemas'

/**
 * Records what an admin knows about a call whose answer was lost: charged for a number of items, or not at all. It
 * costs what a page of that many items cost when it was opened, by the provider's stated prices and the team's own.
 * Its entry does not change. What it held of budgets becomes spent or free. Throws `conflict` if it is already
 * resolved.
 */
export async function resolveUnknown(
  ctx: TeamCtx,
  { attemptId, finding, items, note }: z.output<typeof resolveUnknownInput>,
  provider: ProviderPrices,
): Promise<void> {
  requireAdmin(ctx, 'resolve unknown calls')
  const counted = finding === 'charged' ? items : 0
  await transaction(ctx.db, async (tx) => {
    const by = { resolvedById: ctx.actor.memberId, resolvedByName: ctx.actor.name }
    const said = { attemptId, finding, items: counted, proof: 'note', note, ...by } as const
    const attempt = await applyResolution(tx, ctx, said, async (unknown) => {
      const nano = await chargeAt(tx, unknown, items, provider)
      // Some calls cost something even without items.
      if (items === 0 && (nano ?? 0n) === 0n)
        throw invalid('The call was not resolved.', { items: 'Enter how many items were charged.' })
      return nano
    })
    await appendAuditEntry(tx, ctx, {
      action: 'unknown.resolve',
      subjectId: attemptId,
      subjectName: `${attempt.keyPrefix}, page ${attempt.pageNumber}`,
      detail: { finding, items: counted, note },
    })
  })
}

/**
 * Returns the charge of a page with this many items by the tariff in force when the call was opened; null if none was
 * known.
 */
async function chargeAt(
  tx: Tx,
  unknown: UnknownCall,
  items: number,
  provider: ProviderPrices,
): Promise<Nano | null> {
  const { reservedItems, reservedNano } = unknown
  // A user's look-up has no items. It costs what is held for it.
  if (reservedItems === 0) return reservedNano
  const unit = unknown.priceNano
  if (unit === null) return null
  const nano = chargeOf(await tariffOf(tx, unknown, unit, provider), { items, chargedItems: items })
  // It costs no more than what was held for that many items.
  return items <= reservedItems && reservedNano !== null && nano > reservedNano ? reservedNano : nano
}

/**
 * Returns the tariff of a call whose unit is known. If the provider now states another one, its units count as items.
 */
async function tariffOf(
  tx: Tx,
  { teamId, walletId, operation, openedAt }: UnknownCall,
  unit: Nano,
  provider: ProviderPrices,
): Promise<Tariff> {
  const { tariff } = await priceInForce(tx, { teamId, walletId, operation, at: openedAt, provider })
  return tariff !== null && unitOf(tariff) === unit ? tariff : perItemTariff(unit)
}
