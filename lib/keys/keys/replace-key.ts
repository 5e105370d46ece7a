import type { z } from 'zod'
import { type AppError, conflict, newId, requireAdmin } from '@/lib/kernel'
import { appendBalanceReading } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { requireStillAdmin } from '@/lib/teams/teams'
import { keyPrefix } from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/providers'
import type { UpstreamAccess } from './access'
import type { AddedKey } from './add-key'
import { resolveKeyRate, storedKeyRate } from './key-rate'
import {
  checkNewKey,
  KEY_NOT_STORED_MESSAGE,
  keyExistsError,
  type NewSecret,
  readTypedKey,
} from './new-secret'
import { resumeWallet } from './resume-wallet'
import type { replaceKeyInput } from './schemas'
import { replaceKeySecret, selectKeyByKeyRef } from './store'
import { getStoredKey, keyServiceId, nextReplacedAt, type StoredKey } from './stored-key'

/**
 * Replaces a key's text or reference by another, which is checked as a new key is. The key keeps its history; calls
 * under way end with the former text, all others continue with the new one. The former text is deleted from the
 * database. If anything is wrong, throws the reason and changes nothing. Admins only.
 */
export async function replaceKey(
  ctx: TeamCtx,
  access: UpstreamAccess,
  input: z.output<typeof replaceKeyInput>,
): Promise<AddedKey> {
  requireAdmin(ctx, REPLACING)
  const row = await getStoredKey(ctx, input.keyId)
  const typed = await readTypedKey(ctx, access, input.key)
  return checkAndReplaceKey(ctx, access, await access.upstreams.for(ctx), { row, ...typed })
}

interface Replacement extends NewSecret {
  readonly row: StoredKey
}

/** Replaces a key's text by one that was already read. The key belongs to the present service from then on. */
export async function checkAndReplaceKey(
  ctx: TeamCtx,
  access: UpstreamAccess,
  upstream: TeamUpstream,
  { row, secret, keyRef, reference }: Replacement,
): Promise<AddedKey> {
  if (keyRef === row.keyRef && reference === row.reference)
    throw conflict(KEY_NOT_STORED_MESSAGE, { key: 'This is the key that is stored here already.' })
  const known = await selectKeyByKeyRef(ctx.db, ctx.team.id, keyRef)
  if (known && known.id !== row.id)
    throw known.deletedAt ? wasDeleted(known.name) : keyExistsError(known.name)
  // Its own pacer still sends with the former key.
  const probe = { key: secret, keyId: newId(), keyRef }
  const checked = await checkNewKey(ctx, upstream, access.pacers, probe)
  access.pacers.drop(probe.keyId)
  // Facts about a key of another service say nothing about this one.
  const before = keyServiceId(row, access.upstreams) === upstream.id ? row : undefined
  const rate = resolveKeyRate(upstream.provider, checked?.info ?? null, before)
  const prefix = keyPrefix(secret.reveal())
  const replacedAt = nextReplacedAt(row, ctx.clock.now())
  const sealed = reference === null ? access.vault.seal(secret, { teamId: row.teamId, keyId: row.id }) : null
  try {
    await transaction(ctx.db, async (tx) => {
      await requireStillAdmin(tx, ctx, REPLACING)
      const change = { keyRef, prefix, sealed, reference, ...rate, replacedAt, service: upstream.id }
      if (
        !(await replaceKeySecret(tx, row, {
          ...change,
          checkedAt: ctx.clock.now(),
          isUnchecked: checked === null,
        }))
      )
        throw conflict('The key was replaced, disabled or deleted meanwhile. Reload to see it.')
      if (checked)
        await appendBalanceReading(tx, ctx, {
          walletId: row.walletId,
          keyId: row.id,
          balanceNano: checked.info.balanceNano,
          expiringNano: checked.info.expiringNano,
          source: 'key-checked',
          askedAt: checked.askedAt,
          settlingMs: upstream.provider.chargeDelayMs,
        })
      await appendAuditEntry(tx, ctx, {
        action: 'key.replace',
        subjectId: row.id,
        subjectName: row.name,
        detail: { from: row.prefix, to: prefix, ...(reference !== null && { reference }) },
      })
    })
  } catch (error) {
    throw isDuplicate(error) ? keyExistsError(row.name) : error
  }
  access.pacers.for(row.id, storedKeyRate(rate), keyRef, replacedAt.getTime())
  if (checked && checked.info.balanceNano > 0n) await resumeWallet(ctx, access, row.walletId)
  return { id: row.id, prefix, rate: storedKeyRate(rate), plan: rate.plan, isUnchecked: checked === null }
}

const REPLACING = 'replace keys'

const wasDeleted = (name: string): AppError =>
  conflict(KEY_NOT_STORED_MESSAGE, {
    key: `This key was in the team before, as “${name}”. Add it again: it comes back with its history.`,
  })
