import type { z } from 'zod'
import { conflict, formatMonth, nanoToText, requireAdmin } from '@/lib/kernel'
import { getWallet } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { monthAfter } from '@/lib/platform/calendar'
import { acquireLock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { getWalletReport } from './get-statement'
import {
  deleteClosedMonth,
  insertClosedMonth,
  type LastClosedMonth,
  selectClosedMonth,
  selectLastClosedMonth,
} from './month-store'
import { findMonth, recordMonths, spanOfMonth } from './months'
import type { closedMonthInput } from './schemas'

/**
 * Closes a month of a wallet: its statement stays as it is now. What reaches the ledger later stands on the ledger's
 * own day, and the statement lists it as changed since. Unresolved lost calls are counted. A wallet's first closed
 * month may be any; then each follows the one before. Throws `not_found`, and `conflict` if the month has not been over
 * for two hours, has no balance, is closed, or is not the next. Admins only.
 */
export async function closeMonth(
  ctx: TeamCtx,
  { walletId, month }: z.output<typeof closedMonthInput>,
): Promise<void> {
  requireAdmin(ctx, 'close months')
  const wallet = await getWallet(ctx, walletId)
  const past = (await findMonth(ctx, month)) ?? (await findMonthNow(ctx, month))
  if (!past) throw conflict('A month can be closed two hours after it ends.')
  if (await selectClosedMonth(ctx.db, ctx.team.id, walletId, month)) throw alreadyClosed()
  const last = await selectLastClosedMonth(ctx.db, ctx.team.id, walletId)
  if (last) requireNext(month, last)
  const { statement, open } = await getWalletReport(ctx, walletId, spanOfMonth(past))
  if (!statement)
    throw conflict(
      'No balance was read up to the end of this month. Begin with the first month that has a statement.',
    )
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
  await transaction(ctx.db, async (tx) => {
    await lockClosedMonths(tx, walletId)
    const present = await selectLastClosedMonth(tx, ctx.team.id, walletId)
    if (present?.month === month) throw alreadyClosed()
    // What is carried was computed from the month before, as it was closed then.
    if (present?.month !== last?.month || present?.closingNano !== last?.closingNano)
      throw conflict('Another month was closed or reopened at the same time. Try again.')
    await insertClosedMonth(tx, row, lines)
    await appendAuditEntry(tx, ctx, {
      action: 'statement.close',
      subjectId: walletId,
      subjectName: wallet.name,
      detail: { month, balance: nanoToText(sums.closingNano), calls: open.length },
    })
  })
}

/**
 * Throws `conflict` unless a month follows the last closed one. With an open month before a closed one, what reaches
 * the open one later would count twice: there, and as carried by the month after the closed one.
 */
function requireNext(month: string, last: LastClosedMonth): void {
  if (month < last.month) throw reopenFirst(last)
  const { name } = monthAfter(last.month, 'UTC')
  if (month !== name) throw conflict(`Close ${formatMonth(name)} first. Months are closed in order.`)
}

const alreadyClosed = () => conflict('This month is closed already. Reload to see by whom.')

const reopenFirst = ({ month }: LastClosedMonth) =>
  conflict(`Reopen ${formatMonth(month)} first. Its opening balance depends on the months before it.`)

/** Makes closing and reopening a wallet's months take turns. */
const lockClosedMonths = (tx: Tx, walletId: string) =>
  acquireLock(tx, `closed months of ${walletId}`, 'exclusive')

/** Returns a month that ended since the job last recorded months. */
async function findMonthNow(ctx: TeamCtx, month: string) {
  await recordMonths(ctx)
  return findMonth(ctx, month)
}

/**
 * Reopens a wallet's last closed month: its statement shows the present figures again. The audit log keeps the closing
 * balance. Throws `not_found`, and `conflict` if the month is not closed or a later one is. Admins only.
 */
export async function reopenMonth(
  ctx: TeamCtx,
  { walletId, month }: z.output<typeof closedMonthInput>,
): Promise<void> {
  requireAdmin(ctx, 'reopen months')
  const wallet = await getWallet(ctx, walletId)
  await transaction(ctx.db, async (tx) => {
    await lockClosedMonths(tx, walletId)
    const last = await selectLastClosedMonth(tx, ctx.team.id, walletId)
    // It begins with this month's closed balance and carries what changed since, which this month would show as well.
    if (last && last.month > month) throw reopenFirst(last)
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
