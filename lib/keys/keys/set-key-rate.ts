import type { z } from 'zod'
import { conflict, formatRate, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { rateOf, typedRate } from './key-rate'
import type { setKeyRateInput } from './schemas'
import { updateKey } from './store'
import { getStoredKey, pacerOf } from './stored-key'

/**
 * Sets a key's limit as an admin knows it, if the service does not report it. Refusals still slow the key down. Throws
 * `conflict` if the account reports the limit. Admins only.
 */
export async function setKeyRate(
  ctx: TeamCtx,
  access: UpstreamAccess,
  { keyId, requests, windowSeconds }: z.output<typeof setKeyRateInput>,
): Promise<void> {
  requireAdmin(ctx, 'set the limit of keys')
  const row = await getStoredKey(ctx, keyId)
  const { provider } = await access.upstreams.for(ctx)
  if (provider.account !== null && provider.account.rate !== null)
    throw conflict(`${provider.name} tells the limit of each key itself.`)
  const rate = typedRate(provider, { requests, windowMs: windowSeconds * 1000 })
  await transaction(ctx.db, async (tx) => {
    if ((await updateKey(tx, ctx.team.id, keyId, { ...rate })) === 0)
      throw conflict('The key was deleted meanwhile.')
    await appendAuditEntry(tx, ctx, {
      action: 'key.rate',
      subjectId: keyId,
      subjectName: row.name,
      detail: { rate: { from: formatRate(rateOf(row)), to: formatRate(rateOf(rate)) } },
    })
  })
  pacerOf(access, { ...row, ...rate })
}
