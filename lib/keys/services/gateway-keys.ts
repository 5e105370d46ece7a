import type { z } from 'zod'
import { conflict, invalid, newId, notFound, requireAdmin, Secret } from '@/lib/kernel'
import { getKey } from '@/lib/keys/keys'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS } from '@/lib/platform/calendar'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { hashToken, isGatewayToken, newGatewayToken } from '@/lib/platform/vault'
import { getEnvironment } from '@/lib/teams/teams'
import { keyPrefix } from '@/lib/upstream/client'
import type { createGatewayKeyInput, GatewayKeyView, gatewayKeyInput, NewGatewayKey } from './schemas'
import {
  countGatewayKeys,
  type GatewayKeyRow,
  insertGatewayKey,
  MAX_GATEWAY_KEYS,
  revokeRows,
  selectGatewayKey,
  selectGatewayKeys,
  selectOfTeam,
  selectService,
  touchRow,
} from './store'

/**
 * Returns the team's gateway keys that are not revoked: of a service, of an upstream key, or all. Without any secret.
 */
export const listGatewayKeys = async (
  { db, team }: TeamCtx,
  of: { readonly serviceId?: string; readonly keyId?: string } = {},
): Promise<GatewayKeyView[]> => (await selectGatewayKeys(db, team.id, of)).map(viewOf)

/** Records that the gateway keys of an example's service were used at its last call. */
export async function noteExampleCalls(ctx: TeamCtx, serviceId: string, at: Date): Promise<void> {
  for (const { id } of await listGatewayKeys(ctx, { serviceId })) await touchRow(ctx.db, ctx.team.id, id, at)
}

/**
 * Returns the gateway key with this text; null if there never was one in the team. Throws `invalid` for a text that
 * does not have the form.
 */
export async function findGatewayKey(
  { db, team }: TeamCtx,
  token: Secret,
): Promise<{ id: string; isRevoked: boolean } | null> {
  requireForm(token)
  const row = await selectOfTeam(db, team.id, hashToken(token.reveal()))
  return row && { id: row.id, isRevoked: row.revokedAt !== null }
}

function requireForm(token: Secret): void {
  if (!isGatewayToken(token.reveal()))
    throw invalid('The gateway key was not created.', {
      token:
        'A gateway key is xd_live_pg and 30 characters, the last 6 of which follow from the others. `purser new-token gateway` makes one.',
    })
}

/**
 * Creates a gateway key of a service, bound to an upstream key and an environment. Its text is drawn at random unless
 * it is `given`, and returned once. Throws `conflict` for a text that is or was in use. Admins only.
 */
export async function createGatewayKey(
  ctx: TeamCtx,
  input: z.output<typeof createGatewayKeyInput>,
  given?: Secret,
): Promise<NewGatewayKey> {
  requireAdmin(ctx, 'create gateway keys')
  const key = await getKey(ctx, input.keyId)
  const environment = await getEnvironment(ctx, input.environmentId || key.environmentId)
  if (given) requireForm(given)
  const token = given?.reveal() ?? newGatewayToken()
  const now = ctx.clock.now()
  const { serviceId, keyId, requestsPerSecond, tellsBudget, expiresInDays } = input
  const row: GatewayKeyRow = {
    id: newId(),
    teamId: ctx.team.id,
    ...{ serviceId, keyId, requestsPerSecond, tellsBudget },
    environmentId: environment.id,
    tokenHash: hashToken(token),
    prefix: keyPrefix(token),
    createdById: ctx.actor.memberId,
    createdByName: ctx.actor.name,
    createdAt: now,
    expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
  }
  const write = transaction(ctx.db, async (tx) => {
    const service = await selectService(tx, ctx.team.id, serviceId)
    if (!service) throw notFound('The service')
    if ((await countGatewayKeys(tx, ctx.team.id)) >= MAX_GATEWAY_KEYS)
      throw conflict(`A team has at most ${MAX_GATEWAY_KEYS} gateway keys. Revoke one that is not used.`)
    await insertGatewayKey(tx, row)
    await appendAuditEntry(tx, ctx, {
      action: 'gateway-key.create',
      subjectId: row.id,
      subjectName: service.name,
      detail: { prefix: row.prefix, key: key.prefix, environment: environment.name },
    })
  })
  await write.catch((error: unknown) => {
    throw isDuplicate(error) ? conflict('This gateway key is in use already, or was revoked.') : error
  })
  return { id: row.id, token: new Secret(token), prefix: row.prefix }
}

/** Revokes a gateway key, which is refused everywhere within five seconds. Admins only. */
export async function revokeGatewayKey(
  ctx: TeamCtx,
  { gatewayKeyId }: z.output<typeof gatewayKeyInput>,
): Promise<void> {
  requireAdmin(ctx, 'revoke gateway keys')
  await transaction(ctx.db, async (tx) => {
    const row = await selectGatewayKey(tx, ctx.team.id, gatewayKeyId)
    const service = row && (await selectService(tx, ctx.team.id, row.serviceId))
    if (!row || !service) throw notFound('The gateway key')
    const revoked = await revokeRows(tx, ctx.team.id, { id: row.id }, ctx.clock.now())
    if (revoked === 0) throw notFound('The gateway key')
    await appendAuditEntry(tx, ctx, {
      action: 'gateway-key.revoke',
      subjectId: row.id,
      subjectName: service.name,
      detail: { prefix: row.prefix },
    })
  })
}

const viewOf = (row: GatewayKeyRow & { readonly lastUsedAt: Date | null }): GatewayKeyView => {
  const { id, serviceId, prefix, keyId, environmentId, requestsPerSecond } = row
  const { tellsBudget, createdByName, createdAt, expiresAt, lastUsedAt } = row
  const made = { tellsBudget, createdByName, createdAt, expiresAt, lastUsedAt }
  return { id, serviceId, prefix, keyId, environmentId, requestsPerSecond, ...made }
}
