import { AppError, conflict, requireAdmin } from '@/lib/kernel'
import { appendBalanceReading } from '@/lib/money/wallets'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { askKeyInfo, type UpstreamAccess } from './access'
import { keyRate } from './key-rate'
import { resumeWallet } from './resume-wallet'
import { acceptKey, refuseKey, updateKey } from './store'
import { getStoredKey, pacerOf } from './stored-key'
import { takeKey } from './take-key'

/**
 * Asks the upstream about a stored key. Stores its rate and balance, resumes the queues of its wallet's keys after an
 * empty wallet, and marks it as refused if the upstream no longer accepts it. Throws `upstream` with the reason. Admins
 * only.
 */
export async function checkKey(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<void> {
  requireAdmin(ctx, 'check keys')
  const { row, secret, pacer } = await takeKey(ctx, access, await getStoredKey(ctx, keyId))
  const upstream = await access.upstreams.for(ctx)
  if (upstream.provider.account === null)
    throw conflict(
      `${upstream.provider.name} tells nothing about a key, so it cannot be checked. It is tried with each call.`,
    )
  pacer.resume()
  const { answer, askedAt } = await askKeyInfo(upstream, pacer, secret, ctx.clock)
  const checkedAt = ctx.clock.now()
  if (!answer.ok) {
    if (answer.problem.kind === 'key_refused') await refuseKey(ctx.db, row, checkedAt)
    throw new AppError('upstream', answer.problem.message)
  }
  const { balanceNano } = answer.value
  const rate = keyRate(upstream.provider, answer.value, row)
  await transaction(ctx.db, async (tx) => {
    await updateKey(tx, ctx.team.id, keyId, { ...rate, checkedAt, isUnchecked: false })
    if (row.status === 'refused') await acceptKey(tx, row)
    await appendBalanceReading(tx, ctx, {
      walletId: row.walletId,
      keyId,
      balanceNano,
      source: 'key-checked',
      askedAt,
      settlingMs: upstream.provider.chargeDelayMs,
    })
  })
  pacerOf(access, { ...row, ...rate })
  if (balanceNano > 0n) await resumeWallet(ctx, access, row.walletId)
}
