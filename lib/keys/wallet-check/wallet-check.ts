import type { z } from 'zod'
import { conflict, type Nano, notFound, requireAdmin } from '@/lib/kernel'
import { getKey, readBalance, type UpstreamAccess } from '@/lib/keys/keys'
import { listLostCalls } from '@/lib/money/ledger'
import { getWallet, setWalletPaused } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { type CheckView, parseSteps, type readForCheckInput, writeSteps } from './schemas'
import { endCheck, insertCheck, selectOpenCheck, updateSteps } from './store'
import { verdictOf } from './verdict'

/** Returns the wallet's check that is under way; null if there is none. */
export async function findCheck(ctx: TeamCtx, walletId: string): Promise<CheckView | null> {
  const row = await selectOpenCheck(ctx.db, ctx.team.id, walletId)
  if (!row) return null
  const steps = parseSteps(row.steps)
  return {
    startedByName: row.startedByName,
    startedAt: row.startedAt,
    steps,
    verdict: verdictOf(steps),
  }
}

/**
 * Begins the search for who else spends from a wallet. Pauses our own calls on it until the check ends, and takes the
 * first reading of the balance. Throws `conflict` if a check is under way. Admins only.
 */
export async function startCheck(ctx: TeamCtx, access: UpstreamAccess, walletId: string): Promise<void> {
  requireAdmin(ctx, 'check wallets')
  const { name } = await getWallet(ctx, walletId)
  await transaction(ctx.db, async (tx) => {
    const startedAt = ctx.clock.now()
    if (!(await setWalletPaused(tx, ctx, walletId, startedAt)))
      throw conflict('A check of this wallet is under way already. Reload to see it.')
    await insertCheck(tx, {
      teamId: ctx.team.id,
      walletId,
      startedById: ctx.actor.memberId,
      startedByName: ctx.actor.name,
      startedAt,
    })
    await appendAuditEntry(tx, ctx, { action: 'wallet.check', subjectId: walletId, subjectName: name })
  })
  await readForCheck(ctx, access, { walletId, disabledKeyId: '' })
}

/**
 * Reads the balance again during a check, with a key that is not disabled. Throws `not_found` without a check,
 * `conflict` if no key is left to read with, and `upstream` with the reason. Admins only.
 */
export async function readForCheck(
  ctx: TeamCtx,
  access: UpstreamAccess,
  { walletId, disabledKeyId }: z.output<typeof readForCheckInput>,
): Promise<void> {
  requireAdmin(ctx, 'check wallets')
  const row = await selectOpenCheck(ctx.db, ctx.team.id, walletId)
  if (!row) throw notFound('The check')
  if (disabledKeyId !== '' && (await getKey(ctx, disabledKeyId)).walletId !== walletId)
    throw notFound('The key')
  const steps = parseSteps(row.steps)
  const disabled = [...steps.map((step) => step.disabledKeyId), disabledKeyId || null]
  const except = disabled.filter((id) => id !== null)
  const { balanceNano, settledNano, inFlight, isSettled, at } = await readBalance(
    ctx,
    access,
    walletId,
    'check',
    except,
  )
  const { chargeDelayMs } = (await access.upstreams.for(ctx)).provider
  const lateMs = Math.max(LATE_MS, chargeDelayMs ?? 0)
  const lostNano = await mostLost(ctx, walletId, new Date((steps.at(-1)?.at ?? at).getTime() - lateMs))
  const read = { at, balanceNano, settledNano, inFlight, isSettled, lostNano }
  const step = { ...read, disabledKeyId: disabledKeyId || null }
  const count = await updateSteps(ctx.db, row, writeSteps([...steps, step]))
  if (count === 0) throw conflict('Somebody else has read the balance meanwhile. Reload to see it.')
}

/** Time after we gave up on its answer in which a lost call may still be charged. */
const LATE_MS = 60_000
/** Maximum time that a call is under way before its answer is given up. */
const MAX_CALL_MS = 600_000

/** Returns the maximum cost of calls whose answer was lost since a moment; null if one had no price. */
async function mostLost(ctx: TeamCtx, walletId: string, since: Date): Promise<Nano | null> {
  const calls = await listLostCalls(ctx, walletId, new Date(since.getTime() - MAX_CALL_MS))
  const recent = calls.filter(({ endedAt }) => endedAt >= since)
  return recent.reduce<Nano | null>((sum, { mostNano, resolution }) => {
    const nano = resolution ? (resolution.chargeNano ?? 0n) : mostNano
    return sum === null || nano === null ? null : sum + nano
  }, 0n)
}

/** Ends a check and resumes our own calls on the wallet. Admins only. */
export async function endWalletCheck(ctx: TeamCtx, walletId: string): Promise<void> {
  requireAdmin(ctx, 'check wallets')
  const { name } = await getWallet(ctx, walletId)
  await transaction(ctx.db, async (tx) => {
    const row = await selectOpenCheck(tx, ctx.team.id, walletId)
    if (!row) throw notFound('The check')
    const outcome = verdictOf(parseSteps(row.steps))
    await endCheck(tx, row, { endedAt: ctx.clock.now(), outcome: outcome.kind })
    await setWalletPaused(tx, ctx, walletId, null)
    await appendAuditEntry(tx, ctx, {
      action: 'wallet.check-end',
      subjectId: walletId,
      subjectName: name,
      detail: {
        outcome: outcome.kind,
        ...(outcome.kind === 'found' && { keyId: outcome.keyId }),
      },
    })
  })
}
