import { AppError } from '@/lib/kernel'
import { appendBalanceReading } from '@/lib/money/wallets'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { askKeyInfo, type UpstreamAccess } from './access'
import { keyRate } from './key-rate'
import { createSharedCalls } from './shared-calls'
import { selectKeys, updateKey } from './store'
import { findUsableKey, pacerOf, type StoredKey } from './stored-key'
import { takeKey } from './take-key'

/** Number of questions about a key that is refused too often before its known rate is kept. */
const TRIES = 3

/** Questions under way, by key. */
const shareRefresh = createSharedCalls<void>()

/**
 * Asks the upstream for a key's rate. If it differs from the stored one, stores it with the balance and asks for those
 * of the wallet's other keys in use, which have the same pack. Urgent questions go before the calls that wait for the
 * key. Costs one request of the key's pace, and writes nothing while the rate is the same. A key that cannot be used,
 * or an upstream that does not answer, changes nothing.
 */
export const refreshRate = (
  ctx: TeamCtx,
  access: UpstreamAccess,
  keyId: string,
  isUrgent: boolean,
): Promise<void> =>
  shareRefresh(access.pacers, keyId, async () => {
    const changed = await askForRate(ctx, access, keyId, isUrgent)
    if (!changed) return
    const others = (await selectKeys(ctx.db, ctx.team.id)).filter(
      ({ id, walletId }) => walletId === changed.walletId && id !== keyId && access.pacers.find(id) !== null,
    )
    for (const { id } of others) await askForRate(ctx, access, id, isUrgent)
  })

/** Returns the key if its rate has changed. */
async function askForRate(
  ctx: TeamCtx,
  access: UpstreamAccess,
  keyId: string,
  isUrgent: boolean,
): Promise<StoredKey | null> {
  try {
    const found = await findUsableKey(ctx, keyId)
    if ('kind' in found) return null
    const upstream = await access.upstreams.for(ctx)
    // Otherwise the rate is the provider's own, or what an admin set, and no answer can change it.
    if (!upstream.provider.account?.rate) return null
    const { row, secret, pacer } = await takeKey(ctx, access, found, upstream)
    const asking = isUrgent ? ({ priority: 'interactive', again: true } as const) : SOMETIME
    for (let tries = 1; ; tries++) {
      const { answer, askedAt } = await askKeyInfo(upstream, pacer, secret, ctx.clock, asking)
      if (!answer.ok && answer.problem.kind === 'rate_limited' && isUrgent && tries < TRIES) continue
      if (!answer.ok || answer.value.requestsPerSecond === row.requestsPerSecond) return null
      const { balanceNano, expiringNano } = answer.value
      const rate = keyRate(upstream.provider, answer.value, row)
      await transaction(ctx.db, async (tx) => {
        await updateKey(tx, ctx.team.id, keyId, { ...rate, isUnchecked: false })
        const { walletId } = row
        const settlingMs = upstream.provider.chargeDelayMs
        const balance = { balanceNano, expiringNano }
        const reading = { walletId, keyId, ...balance, source: 'schedule', askedAt, settlingMs } as const
        await appendBalanceReading(tx, ctx, reading)
      })
      pacerOf(access, { ...row, ...rate })
      return row
    }
  } catch (error) {
    // The calls that wait for the key meet the same problem and report it.
    if (error instanceof AppError) return null
    throw error
  }
}

const SOMETIME = { priority: 'schedule' } as const
