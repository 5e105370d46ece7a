import type { z } from 'zod'
import { invalid, requireAdmin, Secret } from '@/lib/kernel'
import { findKeyOfText, type UpstreamAccess } from '@/lib/keys/keys'
import { resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { hashToken, isGatewayToken } from '@/lib/platform/vault'
import type { RecognisedKey, recogniseKeyInput } from './schemas'
import { getServiceUse } from './service-use'
import { getService } from './services'
import { selectByHash } from './store'

/**
 * Identifies a pasted text as a key of the team: a gateway key, with what its service used recently, or an upstream
 * key. The text is not stored anywhere. Throws `invalid` for one that is neither. Admins only.
 */
export async function recogniseKey(
  ctx: TeamCtx,
  access: UpstreamAccess,
  { key }: z.output<typeof recogniseKeyInput>,
): Promise<RecognisedKey> {
  requireAdmin(ctx, 'report leaks')
  if (isGatewayToken(key)) return recogniseGatewayKey(ctx, key)
  const found = await findKeyOfText(ctx, access, new Secret(key))
  if (!found) throw invalid('The key was not recognised.', { key: NOT_OURS })
  const { id, name, prefix } = found
  return { kind: 'upstream', keyId: id, name, prefix }
}

const NOT_OURS = 'This is no key of this team. Paste the whole key, without spaces.'
const REVOKED = 'This is no gateway key of this team, or it is revoked already: nobody can call with it.'

async function recogniseGatewayKey(ctx: TeamCtx, text: string): Promise<RecognisedKey> {
  const row = await selectByHash(ctx.db, hashToken(text))
  if (!row || row.teamId !== ctx.team.id) throw invalid('The key was not recognised.', { key: REVOKED })
  const now = ctx.clock.now()
  const range = resolveRange({ preset: '30d' }, now, ctx.team.timeZone)
  const [service, used] = await Promise.all([
    getService(ctx, row.serviceId),
    getServiceUse(ctx, row.serviceId, range),
  ])
  return {
    kind: 'gateway',
    gatewayKeyId: row.id,
    prefix: row.prefix,
    serviceName: service.name,
    lastUsedAt: row.lastUsedAt,
    used: { calls: used.calls, items: used.items, chargeNano: used.chargeNano, days: 30 },
  }
}
