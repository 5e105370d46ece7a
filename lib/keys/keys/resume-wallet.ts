import type { TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { selectKeys } from './store'

/**
 * Resumes the queues of a wallet's keys in this process after the upstream reported a balance: one key's 402 stopped
 * them all, and a check of any of them shows the top-up.
 */
export async function resumeWallet(ctx: TeamCtx, access: UpstreamAccess, walletId: string): Promise<void> {
  const keys = await selectKeys(ctx.db, ctx.team.id)
  for (const key of keys) if (key.walletId === walletId) access.pacers.find(key.id)?.resume()
}
