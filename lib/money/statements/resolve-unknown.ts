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
 * Records what an admin knows about a call whose answer was lost: charged for so many items, or not at all. It costs what
 * a page of so many items cost when it was opened, by the prices that the provider states and the team's own. Its entry
 * does not change; what it held of budgets is spent or free from now on. Throws `conflict` if it was resolved already.
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
      // Some calls cost something whatever they bring.
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

/** The charge of a page of so many items by the tariff in force when the call was opened; null if none was known. */
async function chargeAt(
  tx: Tx,
  unknown: UnknownCall,
  items: number,
  provider: ProviderPrices,
): Promise<Nano | null> {
  const { reservedItems, reservedNano } = unknown
  // The look-up of a user has no items: it costs what is held for it.
  if (reservedItems === 0) return reservedNano
  const unit = unknown.priceNano
  if (unit === null) return null
  const nano = chargeOf(await tariffOf(tx, unknown, unit, provider), { items, chargedItems: items })
  // It costs no more than was held for as many items.
  return items <= reservedItems && reservedNano !== null && nano > reservedNano ? reservedNano : nano
}

/** The tariff of a call whose unit is known: where the provider states another one by now, its units count as items. */
async function tariffOf(
  tx: Tx,
  { teamId, walletId, operation, openedAt }: UnknownCall,
  unit: Nano,
  provider: ProviderPrices,
): Promise<Tariff> {
  const { tariff } = await priceInForce(tx, { teamId, walletId, operation, at: openedAt, provider })
  return tariff !== null && unitOf(tariff) === unit ? tariff : perItemTariff(unit)
}
