import { AppError, conflict, requireAdmin } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { askAccount } from './ask-account'
import { getStoredKey } from './stored-key'
import { takeKey } from './take-key'

/**
 * Asks the upstream about a stored key. Stores its rate and balance, resumes the queues of its wallet's keys after an
 * empty wallet, and marks it as refused if the upstream no longer accepts it. Throws `upstream` with the reason.
 * Admins only.
 */
export async function checkKey(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<void> {
  requireAdmin(ctx, 'check keys')
  const upstream = await access.upstreams.for(ctx)
  const key = await takeKey(ctx, access, await getStoredKey(ctx, keyId), upstream)
  if (upstream.provider.account === null)
    throw conflict(
      `${upstream.provider.name} tells nothing about a key, so it cannot be checked. It is tried with each call.`,
    )
  // Requesting a check lets the calls continue, whatever the answer is.
  key.pacer.resume()
  const asking = { upstream, source: 'key-checked', priority: 'interactive' } as const
  const { answer } = await askAccount(ctx, access, key, asking)
  if (!answer.ok) throw new AppError('upstream', answer.problem.message)
}
