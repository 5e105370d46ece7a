import type { z } from 'zod'
import {
  type AuditAction,
  changeEach,
  conflict,
  formatRate,
  type ManyChanged,
  requireAdmin,
} from '@/lib/kernel'
import { endSetPrices } from '@/lib/money/prices'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { createCache } from '@/lib/platform/cache'
import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import {
  chooseService,
  type chooseServiceInput,
  type DeploymentServices,
  getProvider,
} from '@/lib/upstream/providers'
import type { UpstreamAccess } from './access'
import { storedKeyRate, toTypedRate } from './key-rate'
import type { manyKeysInput, setKeyRateInput } from './schemas'
import { type KeyChange, selectAnyKeyId, selectAnySealedKey, updateKey } from './store'
import { getStoredKey, keyPacer, type StoredKey } from './stored-key'

/** Disables a key: no call is made with it until it is enabled again. Admins only. */
export async function disableKey(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<void> {
  requireAdmin(ctx, 'disable keys')
  await change(ctx, keyId, 'key.disable', { status: 'disabled', statusAt: ctx.clock.now() })
  access.pacers.drop(keyId)
}

/** Enables a disabled key. Admins only. */
export async function enableKey(ctx: TeamCtx, keyId: string): Promise<void> {
  requireAdmin(ctx, 'enable keys')
  await change(ctx, keyId, 'key.enable', { status: 'active', statusAt: ctx.clock.now() })
}

/**
 * Disables or enables keys, each on its own. Only those that were not so already count as changed. What is taken back
 * as `given` is refused for a key that somebody has changed since, such as one that was reported as leaked. Admins
 * only.
 */
export async function changeKeys(
  ctx: TeamCtx,
  access: UpstreamAccess,
  { ids, change: asked, given }: z.output<typeof manyKeysInput>,
): Promise<ManyChanged> {
  requireAdmin(ctx, `${asked} keys`)
  const [isOff, statusAt] = [asked === 'disable', ctx.clock.now()]
  const done = await changeEach(ids, async (keyId) => {
    const key = await getStoredKey(ctx, keyId)
    if ((key.status === 'disabled') === isOff) return false
    if (given !== undefined && key.statusAt?.toISOString() !== given) throw changedSince()
    const still = given === undefined ? {} : { statusAt: key.statusAt }
    const [action, status] = isOff
      ? (['key.disable', 'disabled'] as const)
      : (['key.enable', 'active'] as const)
    await change(ctx, keyId, action, { status, statusAt }, still)
    if (isOff) access.pacers.drop(keyId)
    return true
  })
  return { ...done, given: statusAt.toISOString() }
}

const changedSince = () => conflict('Someone has changed this key since.')

/** Deletes a key: its secret is gone permanently, its history stays. Admins only. */
export async function deleteKey(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<void> {
  requireAdmin(ctx, 'delete keys')
  await change(ctx, keyId, 'key.delete', {
    deletedAt: ctx.clock.now(),
    sealed: null,
    reference: null,
  })
  access.pacers.drop(keyId)
}

export interface LeakReport {
  readonly prefix: string
  /** The provider's support address; null if it names none. */
  readonly to: string | null
  readonly subject: string
  readonly body: string
}

/**
 * Disables a leaked key and writes the message to the provider, who revokes by prefix. Admins only.
 */
export async function reportLeak(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<LeakReport> {
  requireAdmin(ctx, 'report leaks')
  const row = await getStoredKey(ctx, keyId)
  const { supportAddress } = (await getProvider(ctx, access.upstreams)).provider
  await change(ctx, keyId, 'key.report-leak', { status: 'disabled', statusAt: ctx.clock.now() })
  access.pacers.drop(keyId)
  return {
    prefix: row.prefix,
    to: supportAddress,
    subject: `Please revoke the API key ${row.prefix}…`,
    body: [
      'Hello,',
      '',
      `our API key that begins with ${row.prefix} may have leaked. Please revoke it as soon as you can and confirm to this address.`,
      'We have stopped using it.',
      '',
      'Thank you,',
      `${ctx.actor.name}, ${ctx.team.name}`,
    ].join('\n'),
  }
}

/** Minimum time between records of a key's use, since a key at full pace settles pages many times a second. */
const TOUCH_MS = 1000
/** Last record by this process, by key. A key that was evicted is merely recorded again. */
const touched = createCache<number>({ max: 1000 })

/**
 * Records to the second when keys were last used, in one order. If that is rolled back, the next call after a second
 * records it.
 */
export async function recordKeysUsed(tx: Tx, rows: readonly StoredKey[], lastUsedAt: Date): Promise<void> {
  const at = lastUsedAt.getTime()
  const due = rows.filter(({ id }) => Math.abs(at - (touched.get(id) ?? 0)) >= TOUCH_MS)
  const byId = new Map(due.map((row) => [row.id, row]))
  for (const [id, { teamId }] of [...byId].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await updateKey(tx, teamId, id, { lastUsedAt })
    touched.set(id, at)
  }
}

/** Returns a sealed key of any team, to test a master key with at start; null if there is none. */
export const findSealedKey = (db: Db) => selectAnySealedKey(db)

/** Returns whether any team has ever had a key, so that a reference of it is stored. */
export const hasEverHadKeys = async (db: Db): Promise<boolean> => (await selectAnyKeyId(db)) !== null

async function change(
  ctx: TeamCtx,
  keyId: string,
  action: AuditAction,
  data: KeyChange,
  still: { readonly statusAt?: Date | null } = {},
): Promise<void> {
  const { name, prefix, status } = await getStoredKey(ctx, keyId)
  await transaction(ctx.db, async (tx) => {
    const count = await updateKey(tx, ctx.team.id, keyId, data, still)
    if (count === 0) throw 'statusAt' in still ? changedSince() : conflict('The key was deleted meanwhile.')
    await appendAuditEntry(tx, ctx, {
      action,
      subjectId: keyId,
      subjectName: name,
      detail: { prefix, ...diffFields({ status }, { status: data.status ?? status }) },
    })
  })
}

/**
 * Chooses the service that the team calls, and ends the prices that admins set for the old one. Throws `invalid` for a
 * service that is not offered. Admins only.
 */
export const switchService = (
  ctx: TeamCtx,
  services: DeploymentServices,
  input: z.output<typeof chooseServiceInput>,
): Promise<void> => chooseService(ctx, services, input, (tx) => endSetPrices(tx, ctx))

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
  const rate = toTypedRate(provider, { requests, windowMs: windowSeconds * 1000 })
  await transaction(ctx.db, async (tx) => {
    if ((await updateKey(tx, ctx.team.id, keyId, { ...rate })) === 0)
      throw conflict('The key was deleted meanwhile.')
    await appendAuditEntry(tx, ctx, {
      action: 'key.rate',
      subjectId: keyId,
      subjectName: row.name,
      detail: { rate: { from: formatRate(storedKeyRate(row)), to: formatRate(storedKeyRate(rate)) } },
    })
  })
  keyPacer(access, { ...row, ...rate })
}
