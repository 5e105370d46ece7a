import type { z } from 'zod'
import {
  invalid,
  MAX_AMOUNT,
  nanoToText,
  notFound,
  parseTyped,
  requireAdmin,
  withoutGroups,
} from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { appendBalanceReading } from './balance-readings'
import type { enterBalanceInput } from './schemas'
import { selectFirstKey, selectWallet } from './store'

/**
 * Records the balance that an admin has read elsewhere, for a wallet whose service reports none. Later spend is
 * subtracted from it as from any reading. Throws `not_found`, or `invalid` if it is not an amount. Admins only.
 */
export async function enterBalance(
  ctx: TeamCtx,
  { walletId, balance }: z.output<typeof enterBalanceInput>,
): Promise<{ isPositive: boolean }> {
  requireAdmin(ctx, 'enter balances')
  const balanceNano = parseTyped(withoutGroups(balance))
  if (balanceNano === null || balanceNano > MAX_AMOUNT || balanceNano < -MAX_AMOUNT)
    throw invalid('The balance was not entered.', { balance: 'Enter an amount, such as 49.90.' })
  await transaction(ctx.db, async (tx) => {
    const wallet = await selectWallet(tx, ctx.team.id, walletId)
    if (!wallet) throw notFound('The wallet')
    await appendBalanceReading(tx, ctx, {
      ...{ walletId, balanceNano, source: 'typed' },
      keyId: (await selectFirstKey(tx, ctx.team.id, walletId)) ?? '',
      askedAt: ctx.clock.now(),
      settlingMs: null,
    })
    await appendAuditEntry(tx, ctx, {
      action: 'wallet.balance',
      subjectId: walletId,
      subjectName: wallet.name,
      detail: { amount: nanoToText(balanceNano) },
    })
  })
  return { isPositive: balanceNano > 0n }
}
