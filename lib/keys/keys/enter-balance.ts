import type { z } from 'zod'
import { conflict, requireAdmin } from '@/lib/kernel'
import { enterBalance, type enterBalanceInput, getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { resumeWallet } from './resume-wallet'

/**
 * Records a balance by hand, and resumes the queues of the wallet's keys that an empty wallet had stopped. Throws
 * `conflict` if the service itself reports the wallet's balance. Admins only.
 */
export async function enterBalanceAndResume(
  ctx: TeamCtx,
  access: UpstreamAccess,
  input: z.output<typeof enterBalanceInput>,
): Promise<void> {
  requireAdmin(ctx, 'enter balances')
  const [{ provider }, { balance }] = await Promise.all([
    access.upstreams.for(ctx),
    getWallet(ctx, input.walletId),
  ])
  if (provider.account !== null && balance !== null && !balance.isTyped)
    throw conflict(`${provider.name} tells the balance of this wallet itself: check one of its keys.`)
  const { isPositive } = await enterBalance(ctx, input)
  if (isPositive) await resumeWallet(ctx, access, input.walletId)
}
