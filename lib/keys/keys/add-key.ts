import type { z } from 'zod'
import { AppError, conflict, invalid, newId, requireAdmin, Secret } from '@/lib/kernel'
import { appendBalanceReading, getWallet } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import { getEnvironment } from '@/lib/teams/teams'
import { KEY_FORMAT, type KeyInfo, keyPrefix } from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/contract'
import { askKeyInfo, UNKNOWN_RATE, type UpstreamAccess } from './access'
import { resumeWallet } from './resume-wallet'
import type { addKeyInput } from './schemas'
import { insertKey, reviveKey, selectKeyByRef } from './store'

export interface AddedKey {
  readonly id: string
  readonly prefix: string
  readonly requestsPerSecond: number
}

const NOT_STORED = 'The key was not stored.'

/**
 * Checks a pasted key (format, not yet here, GET /v1/me in its own queue) and stores it: hashed reference, prefix,
 * sealed secret, rate and first balance. If anything is wrong, it throws the reason and stores nothing. Admins only.
 */
export async function addKey(
  ctx: TeamCtx,
  access: UpstreamAccess,
  input: z.output<typeof addKeyInput>,
): Promise<AddedKey> {
  requireAdmin(ctx, 'add keys')
  if (!KEY_FORMAT.test(input.key)) {
    throw invalid(NOT_STORED, {
      key: 'A key is xd_live_ followed by 32 characters. Copy it whole, without spaces.',
    })
  }
  const key = new Secret(input.key)
  const keyRef = access.vault.keyRef(key)
  const [wallet, environment, known] = await Promise.all([
    getWallet(ctx, input.walletId),
    getEnvironment(ctx, input.environmentId),
    selectKeyByRef(ctx.db, ctx.team.id, keyRef),
  ])
  if (known && !known.deletedAt) throw alreadyHere(known.name)
  const keyId = known?.id ?? newId()
  const upstream = await access.upstreams.for(ctx)
  const { info, askedAt } = await checkNewKey(ctx, upstream, access.pacers, { key, keyId, keyRef })
  const prefix = keyPrefix(input.key)
  const now = ctx.clock.now()
  const row = {
    id: keyId,
    teamId: ctx.team.id,
    walletId: wallet.id,
    environmentId: environment.id,
    name: input.name || environment.name,
    keyRef,
    prefix,
    sealed: access.vault.seal(key, { teamId: ctx.team.id, keyId }),
    requestsPerSecond: info.requestsPerSecond,
    status: 'active',
    createdAt: now,
    checkedAt: now,
  } as const
  try {
    await transaction(ctx.db, async (tx) => {
      if (!known) await insertKey(tx, row)
      else if (!(await reviveKey(tx, row))) throw alreadyHere(row.name)
      await appendBalanceReading(tx, ctx, {
        walletId: wallet.id,
        keyId,
        balanceNano: info.balanceNano,
        source: 'key-added',
        askedAt,
        settlingMs: upstream.contract.chargeDelayMs,
      })
      await appendAuditEntry(tx, ctx, {
        action: 'key.add',
        subjectId: keyId,
        subjectName: row.name,
        detail: { prefix, wallet: wallet.name, environment: environment.name },
      })
    })
  } catch (error) {
    access.pacers.drop(keyId)
    throw isDuplicate(error) ? alreadyHere(row.name) : error
  }
  if (info.balanceNano > 0n) await resumeWallet(ctx, access, wallet.id)
  return { id: keyId, prefix, requestsPerSecond: info.requestsPerSecond }
}

const alreadyHere = (name: string): AppError =>
  conflict(NOT_STORED, { key: `This key is in the team already, as “${name}”.` })

async function checkNewKey(
  ctx: TeamCtx,
  upstream: TeamUpstream,
  pacers: UpstreamAccess['pacers'],
  { key, keyId, keyRef }: { key: Secret; keyId: string; keyRef: string },
): Promise<{ info: KeyInfo; askedAt: Date }> {
  const pacer = pacers.for(keyId, UNKNOWN_RATE, keyRef)
  const { answer, askedAt } = await askKeyInfo(upstream, pacer, key, ctx.clock)
  if (answer.ok) {
    pacers.for(keyId, answer.value.requestsPerSecond, keyRef)
    return { info: answer.value, askedAt }
  }
  pacers.drop(keyId)
  throw new AppError('upstream', NOT_STORED, { key: answer.problem.message })
}
