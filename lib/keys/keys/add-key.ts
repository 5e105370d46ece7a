import type { z } from 'zod'
import { conflict, invalid, newId, packForRate, type Rate, requireAdmin, type Secret } from '@/lib/kernel'
import { appendBalanceReading, getWallet } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { getEnvironment, requireStillAdmin } from '@/lib/teams/teams'
import { keyPrefix } from '@/lib/upstream/client'
import { getProvider, INTERFACE_SERVICE } from '@/lib/upstream/providers'
import type { UpstreamAccess } from './access'
import { resolveKeyRate, storedKeyRate } from './key-rate'
import { checkNewKey, checkNewKeyIfPossible, keyExistsError, readTypedKey } from './new-secret'
import { resumeWallet } from './resume-wallet'
import type { addKeyInput } from './schemas'
import { insertKey, restoreDeletedKey, selectKeyByKeyRef, updateKey } from './store'
import { nextReplacedAt } from './stored-key'

export interface AddedKey {
  readonly id: string
  readonly prefix: string
  readonly rate: Rate
  /** Plan of that rate; null if it is not known. */
  readonly plan: string | null
  /** True if it was stored although the upstream did not say anything about it. */
  readonly isUnchecked: boolean
}

/**
 * When to check a key: `ask-later` stores it without asking the upstream, `if-possible` also if the upstream gives no
 * answer.
 */
type Check = 'must' | 'if-possible' | 'ask-later'

/**
 * Checks a typed key or reference (its format, that it is not yet here, its account in its own queue) and stores it:
 * hashed reference, prefix, sealed secret or reference, rate and first balance. If anything is wrong, throws the
 * reason and stores nothing. A key that may be checked later is stored as unchecked if the upstream does not answer,
 * and a job asks again. Admins only.
 */
export async function addKey(
  ctx: TeamCtx,
  access: UpstreamAccess,
  input: z.output<typeof addKeyInput>,
  check: Check = 'must',
): Promise<AddedKey> {
  requireAdmin(ctx, ADDING)
  const { secret: key, keyRef, reference } = await readTypedKey(ctx, access, input.key)
  const [wallet, environment, known] = await Promise.all([
    getWallet(ctx, input.walletId),
    getEnvironment(ctx, input.environmentId),
    selectKeyByKeyRef(ctx.db, ctx.team.id, keyRef),
  ])
  if (known && !known.deletedAt) throw keyExistsError(known.name)
  const keyId = known?.id ?? newId()
  const upstream = await access.upstreams.for(ctx)
  if (input.service !== undefined && input.service !== upstream.id)
    throw conflict(
      `The team’s service was changed to ${upstream.provider.name} meanwhile. Nothing was sent: load the page again, and add a key of ${upstream.provider.name}.`,
    )
  const checked =
    check === 'ask-later' ? null : await CHECKS[check](ctx, upstream, access.pacers, { key, keyId, keyRef })
  const rate = resolveKeyRate(upstream.provider, checked?.info ?? null)
  const prefix = keyPrefix(key.reveal())
  const now = ctx.clock.now()
  const row = {
    id: keyId,
    teamId: ctx.team.id,
    walletId: wallet.id,
    environmentId: environment.id,
    name: input.name || environment.name,
    keyRef,
    prefix,
    sealed: reference === null ? access.vault.seal(key, { teamId: ctx.team.id, keyId }) : null,
    reference,
    replacedAt: known ? nextReplacedAt(known, now) : null,
    ...rate,
    service: upstream.id,
    status: 'active',
    createdAt: now,
    checkedAt: now,
    isUnchecked: checked === null,
  } as const
  try {
    await transaction(ctx.db, async (tx) => {
      await requireStillAdmin(tx, ctx, ADDING)
      if (!known) await insertKey(tx, row)
      else if (!(await restoreDeletedKey(tx, row))) throw keyExistsError(row.name)
      if (checked)
        await appendBalanceReading(tx, ctx, {
          walletId: wallet.id,
          keyId,
          balanceNano: checked.info.balanceNano,
          expiringNano: checked.info.expiringNano,
          source: 'key-added',
          askedAt: checked.askedAt,
          settlingMs: upstream.provider.chargeDelayMs,
        })
      await appendAuditEntry(tx, ctx, {
        action: 'key.add',
        subjectId: keyId,
        subjectName: row.name,
        detail: {
          prefix,
          wallet: wallet.name,
          environment: environment.name,
          ...(reference !== null && { reference }),
        },
      })
    })
  } catch (error) {
    access.pacers.drop(keyId)
    throw isDuplicate(error) ? keyExistsError(row.name) : error
  }
  if (checked && checked.info.balanceNano > 0n) await resumeWallet(ctx, access, wallet.id)
  return { id: keyId, prefix, rate: storedKeyRate(rate), plan: rate.plan, isUnchecked: row.isUnchecked }
}

const ADDING = 'add keys'
const CHECKS = { must: checkNewKey, 'if-possible': checkNewKeyIfPossible } as const

/** Issues a key of a service of the built-in sandbox for one of our wallets; null if the sandbox is off. */
export type SandboxKeys = { issueKey(walletId: string, service: string): Promise<Secret> } | null

/** Adds a fresh key of the built-in sandbox, which is issued and stored on the server and never shown. Admins only. */
export async function issueSandboxKey(
  ctx: TeamCtx,
  parts: UpstreamAccess & { readonly sandbox: SandboxKeys },
  input: Omit<z.output<typeof addKeyInput>, 'key' | 'service'>,
): Promise<AddedKey> {
  requireAdmin(ctx, 'add keys')
  const { id } = await getWallet(ctx, input.walletId)
  const { choice, isSandbox, provider } = await getProvider(ctx, parts.upstreams)
  if (!parts.sandbox || !isSandbox)
    throw invalid(`This team calls ${provider.name}, and not the sandbox. Paste a key of it.`)
  const key = await parts.sandbox.issueKey(id, choice.provider ?? INTERFACE_SERVICE)
  return addKey(ctx, parts, { ...input, key: key.reveal() })
}

/** The facts of an example's key. */
interface ExampleKey {
  readonly walletId: string
  readonly environmentId: string
  readonly name: string
  readonly prefix: string
  readonly requestsPerSecond: number
}

/**
 * Adds a key that has no text and so can call nobody; it exists to be looked at. Throws `conflict` outside an example.
 */
export async function addExampleKey(ctx: TeamCtx, key: ExampleKey): Promise<{ id: string }> {
  if (!ctx.team.isExample) throw conflict('Only an example has keys without a text.')
  const [id, now] = [newId(), ctx.clock.now()]
  await transaction(ctx.db, (tx) =>
    insertKey(tx, {
      id,
      teamId: ctx.team.id,
      ...key,
      // No text has this reference, because it is not an HMAC.
      keyRef: `example ${id}`,
      windowMs: 1000,
      rateSource: 'account',
      plan: packForRate(key.requestsPerSecond),
      service: null,
      sealed: null,
      reference: null,
      replacedAt: null,
      status: 'active',
      createdAt: now,
      checkedAt: now,
      isUnchecked: false,
    }),
  )
  return { id }
}

/** Records that keys of an example were checked at the moment of the context's clock, and used at their last calls. */
export async function recordExampleKeyUse(
  { db, team, clock }: TeamCtx,
  uses: readonly { readonly id: string; readonly lastUsedAt: Date | null }[],
): Promise<void> {
  for (const { id, lastUsedAt } of uses)
    await updateKey(db, team.id, id, { checkedAt: clock.now(), ...(lastUsedAt && { lastUsedAt }) })
}
