import type { z } from 'zod'
import { conflict, nanoToText, requireAdmin } from '@/lib/kernel'
import { getWallet } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { getWalletReport } from './get-statement'
import { deleteClosedMonth, insertClosedMonth } from './month-store'
import { findMonth, recordMonths, spanOfMonth } from './months'
import type { closedMonthInput } from './schemas'

/**
 * Closes a month of a wallet: its statement stays as it is now. What reaches the ledger later stands on the ledger's
 * own day, and the statement lists it as changed since. Unresolved lost calls are counted. Throws `not_found`, and
 * `conflict` if the month has not been over for two hours, has no balance, or is closed. Admins only.
 */
export async function closeMonth(
  ctx: TeamCtx,
  { walletId, month }: z.output<typeof closedMonthInput>,
): Promise<void> {
  requireAdmin(ctx, 'close months')
  const wallet = await getWallet(ctx, walletId)
  const past = (await findMonth(ctx, month)) ?? (await findMonthNow(ctx, month))
  if (!past) throw conflict('A month can be closed once it has been over for two hours.')
  const { statement, open } = await getWalletReport(ctx, walletId, spanOfMonth(past))
  if (!statement) throw conflict('No balance was read up to the end of this month.')
  const { pages, pagesNano: _, resolvedByEnvironment, ...sums } = statement
  const row = {
    teamId: ctx.team.id,
    walletId,
    month,
    ...sums,
    unresolvedCalls: open.length,
    closedById: ctx.actor.memberId,
    closedByName: ctx.actor.name,
    closedAt: ctx.clock.now(),
  }
  const lines = [
    ...pages.map(({ environmentId, operation, items, chargeNano }) => ({
      environmentId,
      operation,
      items: BigInt(items),
      chargeNano,
    })),
    ...Object.entries(resolvedByEnvironment).map(([environmentId, chargeNano]) => ({
      environmentId,
      operation: '',
      items: 0n,
      chargeNano,
    })),
  ]
  try {
    await transaction(ctx.db, async (tx) => {
      await insertClosedMonth(tx, row, lines)
      await appendAuditEntry(tx, ctx, {
        action: 'statement.close',
        subjectId: walletId,
        subjectName: wallet.name,
        detail: { month, balance: nanoToText(sums.closingNano), calls: open.length },
      })
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict('This month is closed already. Reload to see by whom.')
  }
}

/** Returns a month that ended since the job last recorded months. */
async function findMonthNow(ctx: TeamCtx, month: string) {
  await recordMonths(ctx)
  return findMonth(ctx, month)
}

/**
 * Reopens a closed month: its statement shows the present figures again. The audit log keeps the closing balance.
 * Throws `not_found`, and `conflict` if the month is not closed. Admins only.
 */
export async function reopenMonth(
  ctx: TeamCtx,
  { walletId, month }: z.output<typeof closedMonthInput>,
): Promise<void> {
  requireAdmin(ctx, 'reopen months')
  const wallet = await getWallet(ctx, walletId)
  await transaction(ctx.db, async (tx) => {
    const closingNano = await deleteClosedMonth(tx, { teamId: ctx.team.id, walletId, month })
    if (closingNano === null) throw conflict('This month is not closed. Reload to see.')
    await appendAuditEntry(tx, ctx, {
      action: 'statement.reopen',
      subjectId: walletId,
      subjectName: wallet.name,
      detail: { month, balance: nanoToText(closingNano) },
    })
  })
}
