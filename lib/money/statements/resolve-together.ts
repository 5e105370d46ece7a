import type { z } from 'zod'
import {
  conflict,
  formatMoment,
  inPlainConventions,
  inUnit,
  notFound,
  type ProviderPrices,
  requireAdmin,
  teamUnit,
} from '@/lib/kernel'
import { findUnknown, readLostTotals } from '@/lib/money/ledger'
import { getWallet, type WalletView } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { applyResolution } from './apply-resolution'
import { markHistories } from './history-marks'
import { keepConclusion, startOfHistory } from './kept-histories'
import { readHistory } from './list-movements'
import { type LostSum, lostSumsOf, shareSum } from './lost-sum'
import type { LostTogether, resolveTogetherInput } from './schemas'

/** Returns the unresolved lost calls of these wallets whose sum readings show, per window, newest first. */
export async function listLostTogether(
  ctx: TeamCtx,
  wallets: readonly WalletView[],
): Promise<LostTogether[]> {
  const lost = await readLostTotals(
    ctx,
    wallets.map(({ id }) => id),
  )
  // Most wallets have none, and a wallet's readings are many.
  const losing = wallets.filter(({ id }) => (lost.get(id)?.unresolved ?? 0) > 0)
  const marks = markHistories(ctx, losing)
  const found = await Promise.all(
    losing.map(async (wallet) => {
      const { id, name } = wallet
      const { sums } = await shownSums(ctx, wallet, ctx.clock.now(), marks)
      return sums.map(({ from, to, nano, calls }) => {
        const attemptIds = calls.map(({ attemptId }) => attemptId)
        return { walletId: id, walletName: name, from, to, nano, attemptIds }
      })
    }),
  )
  return found.flat().sort((one, two) => two.to.getTime() - one.to.getTime())
}

const shownSums = keepConclusion('lost sums', ({ movements }) => ({ sums: lostSumsOf(movements) }))

/**
 * Resolves all lost calls of a window in one step, by the sum that the readings show. Each counts with its share, and
 * with the items that such a charge means by the provider's prices. Throws `not_found`, or `conflict` if the sum is no
 * longer known or one of them was resolved in the meantime. Admins only.
 */
export async function resolveTogether(
  ctx: TeamCtx,
  { walletId, attemptId }: z.output<typeof resolveTogetherInput>,
  provider: ProviderPrices,
): Promise<void> {
  requireAdmin(ctx, 'resolve unknown calls')
  await getWallet(ctx, walletId)
  // Uses the same history as the list that showed it.
  const { movements } = await readHistory(ctx, walletId, startOfHistory(ctx, ctx.clock.now()))
  const sum = lostSumsOf(movements).find(({ calls }) => calls.some((call) => call.attemptId === attemptId))
  if (!sum && !(await findUnknown(ctx.db, ctx.team.id, attemptId))) throw notFound('The unknown call')
  if (!sum) throw conflict('The sum of these calls is not known, or they are resolved. Reload to see.')
  const by = { resolvedById: ctx.actor.memberId, resolvedByName: ctx.actor.name, proof: 'note' } as const
  const note = inPlainConventions(() => noteOf(ctx, sum))
  await transaction(ctx.db, async (tx) => {
    for (const { call, items, chargeNano } of shareSum(sum, provider)) {
      const finding = chargeNano > 0n ? ('charged' as const) : ('uncharged' as const)
      const said = { attemptId: call.attemptId, finding, items: chargeNano > 0n ? items : 0, note, ...by }
      await applyResolution(tx, ctx, said, () => chargeNano)
    }
    await appendAuditEntry(tx, ctx, {
      action: 'unknown.resolve',
      subjectId: attemptId,
      subjectName: `${sum.calls.length} calls`,
      detail: { walletId, calls: sum.calls.length, note },
    })
  })
}

const noteOf = (ctx: TeamCtx, { from, to, nano, calls }: LostSum): string => {
  const at = (moment: Date) => formatMoment(moment, ctx.team.timeZone)
  return `A share of ${inUnit(nano, teamUnit(ctx.team.id))}, by which the balance fell more than other pages cost, for ${calls.length} lost calls between ${at(from)} and ${at(to)}.`
}
