import type { z } from 'zod'
import { type AppError, conflict, newId, requireAdmin } from '@/lib/kernel'
import { appendBalanceReading } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { requireAdminStill } from '@/lib/teams/teams'
import { keyPrefix } from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/providers'
import type { UpstreamAccess } from './access'
import type { AddedKey } from './add-key'
import { keyRate, rateOf } from './key-rate'
import { alreadyHere, checkNewKey, type NewSecret, NOT_STORED, readTyped } from './new-secret'
import { resumeWallet } from './resume-wallet'
import type { replaceKeyInput } from './schemas'
import { replaceSecret, selectKeyByRef } from './store'
import { getStoredKey, newerSince, type StoredKey, serviceOfKey } from './stored-key'

/**
 * Replaces a key's text or reference by another, which is checked as a new key is. The key keeps its history; calls in
 * flight end with the old text, all others continue with the new one. The old text is deleted from the database. If
 * anything is wrong, throws the reason and changes nothing. Admins only.
 */
export async function replaceKey(
  ctx: TeamCtx,
  access: UpstreamAccess,
  input: z.output<typeof replaceKeyInput>,
): Promise<AddedKey> {
  requireAdmin(ctx, REPLACING)
  const row = await getStoredKey(ctx, input.keyId)
  const typed = await readTyped(ctx, access, input.key)
  return storeReplacement(ctx, access, await access.upstreams.for(ctx), { row, ...typed })
}

interface Replacement extends NewSecret {
  readonly row: StoredKey
}

/** Replaces a key's text by one that was already read. The key belongs to the current service from then on. */
export async function storeReplacement(
  ctx: TeamCtx,
  access: UpstreamAccess,
  upstream: TeamUpstream,
  { row, secret, keyRef, reference }: Replacement,
): Promise<AddedKey> {
  if (keyRef === row.keyRef && reference === row.reference)
    throw conflict(NOT_STORED, { key: 'This is the key that is stored here already.' })
  const known = await selectKeyByRef(ctx.db, ctx.team.id, keyRef)
  if (known && known.id !== row.id) throw known.deletedAt ? wasDeleted(known.name) : alreadyHere(known.name)
  // Its own pacer still sends with the old key.
  const probe = { key: secret, keyId: newId(), keyRef }
  const checked = await checkNewKey(ctx, upstream, access.pacers, probe)
  access.pacers.drop(probe.keyId)
  // Facts about a key of another service say nothing about this one.
  const before = serviceOfKey(row, access.upstreams) === upstream.id ? row : undefined
  const rate = keyRate(upstream.provider, checked?.info ?? null, before)
  const prefix = keyPrefix(secret.reveal())
  const replacedAt = newerSince(row, ctx.clock.now())
  const sealed = reference === null ? access.vault.seal(secret, { teamId: row.teamId, keyId: row.id }) : null
  try {
    await transaction(ctx.db, async (tx) => {
      await requireAdminStill(tx, ctx, REPLACING)
      const change = { keyRef, prefix, sealed, reference, ...rate, replacedAt, service: upstream.id }
      if (
        !(await replaceSecret(tx, row, {
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
    throw isDuplicate(error) ? alreadyHere(row.name) : error
  }
  access.pacers.for(row.id, rateOf(rate), keyRef, replacedAt.getTime())
  if (checked && checked.info.balanceNano > 0n) await resumeWallet(ctx, access, row.walletId)
  return { id: row.id, prefix, rate: rateOf(rate), plan: rate.plan, isUnchecked: checked === null }
}

const REPLACING = 'replace keys'

const wasDeleted = (name: string): AppError =>
  conflict(NOT_STORED, {
    key: `This key was in the team before, as “${name}”. Add it again: it comes back with its history.`,
  })
