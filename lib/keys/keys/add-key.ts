import type { z } from 'zod'
import { conflict, newId, type Rate, requireAdmin } from '@/lib/kernel'
import { appendBalanceReading, getWallet } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { getEnvironment, requireAdminStill } from '@/lib/teams/teams'
import { keyPrefix } from '@/lib/upstream/client'
import type { UpstreamAccess } from './access'
import { keyRate, rateOf } from './key-rate'
import { alreadyHere, checkIfPossible, checkNewKey, readTyped } from './new-secret'
import { resumeWallet } from './resume-wallet'
import type { addKeyInput } from './schemas'
import { insertKey, reviveKey, selectKeyByRef } from './store'
import { newerSince } from './stored-key'

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
  const { secret: key, keyRef, reference } = await readTyped(ctx, access, input.key)
  const [wallet, environment, known] = await Promise.all([
    getWallet(ctx, input.walletId),
    getEnvironment(ctx, input.environmentId),
    selectKeyByRef(ctx.db, ctx.team.id, keyRef),
  ])
  if (known && !known.deletedAt) throw alreadyHere(known.name)
  const keyId = known?.id ?? newId()
  const upstream = await access.upstreams.for(ctx)
  if (input.service !== undefined && input.service !== upstream.id)
    throw conflict(
      `The team’s service was changed to ${upstream.provider.name} meanwhile. Nothing was sent: load the page again, and add a key of ${upstream.provider.name}.`,
    )
  const checked =
    check === 'ask-later' ? null : await CHECKS[check](ctx, upstream, access.pacers, { key, keyId, keyRef })
  const rate = keyRate(upstream.provider, checked?.info ?? null)
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
    replacedAt: known ? newerSince(known, now) : null,
    ...rate,
    service: upstream.id,
    status: 'active',
    createdAt: now,
    checkedAt: now,
    isUnchecked: checked === null,
  } as const
  try {
    await transaction(ctx.db, async (tx) => {
      await requireAdminStill(tx, ctx, ADDING)
      if (!known) await insertKey(tx, row)
      else if (!(await reviveKey(tx, row))) throw alreadyHere(row.name)
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
    throw isDuplicate(error) ? alreadyHere(row.name) : error
  }
  if (checked && checked.info.balanceNano > 0n) await resumeWallet(ctx, access, wallet.id)
  return { id: keyId, prefix, rate: rateOf(rate), plan: rate.plan, isUnchecked: row.isUnchecked }
}

const ADDING = 'add keys'
const CHECKS = { must: checkNewKey, 'if-possible': checkIfPossible } as const
