import type { z } from 'zod'
import { type Clock, conflict, invalid, newId, notFound, requireAdmin, Secret, SYSTEM } from '@/lib/kernel'
import { findKeyByText, findUsableKey, getKey, type UpstreamAccess } from '@/lib/keys/keys'
import { appendAuditEntry } from '@/lib/platform/audit'
import { createCache } from '@/lib/platform/cache'
import { DAY_MS, resolveRange } from '@/lib/platform/calendar'
import { type Db, isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { hashToken, isGatewayToken, newGatewayToken } from '@/lib/platform/vault'
import { findTeam, getEnvironment } from '@/lib/teams/teams'
import { keyPrefix } from '@/lib/upstream/client'
import type {
  createGatewayKeyInput,
  GatewayKeyView,
  gatewayKeyInput,
  NewGatewayKey,
  RecognisedKey,
  recogniseKeyInput,
} from './schemas'
import { getService, getServiceUsage } from './services'
import {
  countGatewayKeys,
  type GatewayKeyRow,
  insertGatewayKey,
  MAX_GATEWAY_KEYS,
  revokeGatewayKeyRows,
  selectGatewayKey,
  selectGatewayKeyByHash,
  selectGatewayKeys,
  selectService,
  selectTeamGatewayKeyByHash,
  updateGatewayKeyLastUsed,
} from './store'

/**
 * Returns the team's gateway keys that are not revoked: of a service, of an upstream key, or all. Without any secret.
 */
export const listGatewayKeys = async (
  { db, team }: TeamCtx,
  of: { readonly serviceId?: string; readonly keyId?: string } = {},
): Promise<GatewayKeyView[]> => (await selectGatewayKeys(db, team.id, of)).map(viewOf)

/** Records that the gateway keys of an example's service were used at its last call. */
export async function recordExampleGatewayUse(ctx: TeamCtx, serviceId: string, at: Date): Promise<void> {
  for (const { id } of await listGatewayKeys(ctx, { serviceId }))
    await updateGatewayKeyLastUsed(ctx.db, ctx.team.id, id, at)
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
  const row = await selectTeamGatewayKeyByHash(db, team.id, hashToken(token.reveal()))
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
    serviceId,
    keyId,
    requestsPerSecond,
    tellsBudget,
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
    const revoked = await revokeGatewayKeyRows(tx, ctx.team.id, { id: row.id }, ctx.clock.now())
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

/** The caller of the gateway, and the purpose of its calls. */
export interface GatewayCaller {
  readonly ctx: TeamCtx
  readonly gatewayKeyId: string
  readonly prefix: string
  readonly service: { readonly id: string; readonly name: string }
  readonly environment: { readonly id: string; readonly name: string }
  /** Its own rate in requests a second; null: that of its upstream key. */
  readonly requestsPerSecond: number | null
  /** True if /v1/me reports what is left of the service's budgets instead of the wallet's balance. */
  readonly tellsBudget: boolean
  readonly expiresAt: Date | null
  /** Upstream key of its calls, or why it cannot be used. */
  readonly key: Awaited<ReturnType<typeof findUsableKey>>
}

/** Finds callers by their gateway keys. */
export interface GatewayCallerLookup {
  /**
   * Returns the caller; null for a text that is not a gateway key of this installation, or for one that is revoked or
   * expired.
   */
  find(token: Secret): Promise<GatewayCaller | null>
  /** Records, at most once a minute, when a caller's key was last used. */
  touch(caller: GatewayCaller): Promise<void>
}

/** Cache time of a caller: every process must refuse a revoked gateway key within five seconds. */
const SERVES_MS = 2000
const TOUCH_MS = 60_000
const MAX = 10_000

interface Found {
  readonly caller: Promise<GatewayCaller | null>
}

/** Creates the look-up of a process. Its findings serve all calls of the next two seconds. */
export function createGatewayCallerLookup(db: Db, clock: Clock): GatewayCallerLookup {
  const now = () => clock.monotonic()
  const known = createCache<Found>({ max: MAX, life: { ms: SERVES_MS, now } })
  const touched = createCache<true>({ max: MAX, life: { ms: TOUCH_MS, now } })
  return {
    async find(token) {
      const text = token.reveal()
      if (!isGatewayToken(text)) return null
      const hash = hashToken(text)
      const before = known.get(hash)
      const found = before ?? { caller: findNow(db, clock, hash) }
      if (!before) known.set(hash, found)
      try {
        const caller = await found.caller
        const isOver = caller?.expiresAt != null && caller.expiresAt <= clock.now()
        return isOver ? null : caller
      } catch (error) {
        known.delete(hash)
        throw error
      }
    },
    async touch({ ctx, gatewayKeyId }) {
      if (touched.get(gatewayKeyId)) return
      touched.set(gatewayKeyId, true)
      await updateGatewayKeyLastUsed(db, ctx.team.id, gatewayKeyId, clock.now())
    },
  }
}

async function findNow(db: Db, clock: Clock, hash: string): Promise<GatewayCaller | null> {
  const row = await selectGatewayKeyByHash(db, hash)
  const team = row && (await findTeam(db, row.teamId))
  if (!row || !team) return null
  // Purser acts for the service; records name the service as the principal.
  const ctx: TeamCtx = { team, actor: SYSTEM, db, clock }
  const [service, environment, key] = await Promise.all([
    selectService(db, team.id, row.serviceId),
    getEnvironment(ctx, row.environmentId),
    findUsableKey(ctx, row.keyId),
  ])
  if (!service) return null
  const { id: gatewayKeyId, prefix, requestsPerSecond, tellsBudget, expiresAt } = row
  return { ctx, gatewayKeyId, prefix, service, environment, requestsPerSecond, tellsBudget, expiresAt, key }
}

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
  const found = await findKeyByText(ctx, access, new Secret(key))
  if (!found) throw invalid('The key was not recognised.', { key: NOT_OURS })
  const { id, name, prefix } = found
  return { kind: 'upstream', keyId: id, name, prefix }
}

const NOT_OURS = 'This is not a key of this team. Paste the whole key, without spaces.'
const REVOKED =
  'This is not a gateway key of this team, or it was revoked already and nobody can call with it.'

async function recogniseGatewayKey(ctx: TeamCtx, text: string): Promise<RecognisedKey> {
  const row = await selectGatewayKeyByHash(ctx.db, hashToken(text))
  if (!row || row.teamId !== ctx.team.id) throw invalid('The key was not recognised.', { key: REVOKED })
  const now = ctx.clock.now()
  const range = resolveRange({ preset: '30d' }, now, ctx.team.timeZone)
  const [service, used] = await Promise.all([
    getService(ctx, row.serviceId),
    getServiceUsage(ctx, row.serviceId, range),
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
