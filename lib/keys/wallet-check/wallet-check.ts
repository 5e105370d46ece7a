import { z } from 'zod'
import { conflict, type Nano, notFound, requireAdmin } from '@/lib/kernel'
import { getKey, readBalance, type UpstreamAccess } from '@/lib/keys/keys'
import { listLostCalls } from '@/lib/money/ledger'
import { getWallet, setWalletPaused } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import {
  insertWalletCheck,
  selectOpenWalletCheck,
  updateWalletCheckEnd,
  updateWalletCheckSteps,
} from './store'

/** Returns the wallet's check that is under way; null if there is none. */
export async function findWalletCheck(ctx: TeamCtx, walletId: string): Promise<WalletCheckView | null> {
  const row = await selectOpenWalletCheck(ctx.db, ctx.team.id, walletId)
  if (!row) return null
  const steps = parseSteps(row.steps)
  return {
    startedByName: row.startedByName,
    startedAt: row.startedAt,
    steps,
    verdict: evaluateWalletCheck(steps),
  }
}

/**
 * Begins the search for who else spends from a wallet. Pauses our own calls on it until the check ends, and takes the
 * first reading of the balance. Throws `conflict` if a check is under way. Admins only.
 */
export async function startWalletCheck(
  ctx: TeamCtx,
  access: UpstreamAccess,
  walletId: string,
): Promise<void> {
  requireAdmin(ctx, 'check wallets')
  const { name } = await getWallet(ctx, walletId)
  await transaction(ctx.db, async (tx) => {
    const startedAt = ctx.clock.now()
    if (!(await setWalletPaused(tx, ctx, walletId, startedAt)))
      throw conflict('A check of this wallet is under way already. Reload to see it.')
    await insertWalletCheck(tx, {
      teamId: ctx.team.id,
      walletId,
      startedById: ctx.actor.memberId,
      startedByName: ctx.actor.name,
      startedAt,
    })
    await appendAuditEntry(tx, ctx, { action: 'wallet.check', subjectId: walletId, subjectName: name })
  })
  await readBalanceForCheck(ctx, access, { walletId, disabledKeyId: '' })
}

/**
 * Reads the balance again during a check, with a key that is not disabled. Throws `not_found` without a check,
 * `conflict` if no key is left to read with, and `upstream` with the reason. Admins only.
 */
export async function readBalanceForCheck(
  ctx: TeamCtx,
  access: UpstreamAccess,
  { walletId, disabledKeyId }: z.output<typeof readBalanceForCheckInput>,
): Promise<void> {
  requireAdmin(ctx, 'check wallets')
  const row = await selectOpenWalletCheck(ctx.db, ctx.team.id, walletId)
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
  const lostNano = await maxLostNano(ctx, walletId, new Date((steps.at(-1)?.at ?? at).getTime() - lateMs))
  const read = { at, balanceNano, settledNano, inFlight, isSettled, lostNano }
  const step = { ...read, disabledKeyId: disabledKeyId || null }
  const count = await updateWalletCheckSteps(ctx.db, row, writeSteps([...steps, step]))
  if (count === 0) throw conflict('Someone else has read the balance meanwhile. Reload to see it.')
}

/** Time after we gave up on its answer in which a lost call may still be charged. */
const LATE_MS = 60_000
/** Maximum time that a call is under way before its answer is given up. */
const MAX_CALL_MS = 600_000

/** Returns the maximum cost of calls whose answer was lost since a moment; null if one had no price. */
async function maxLostNano(ctx: TeamCtx, walletId: string, since: Date): Promise<Nano | null> {
  const calls = await listLostCalls(ctx, walletId, new Date(since.getTime() - MAX_CALL_MS))
  const recent = calls.filter(({ endedAt }) => endedAt >= since)
  return recent.reduce<Nano | null>((sum, { maxNano, resolution }) => {
    const nano = resolution ? (resolution.chargeNano ?? 0n) : maxNano
    return sum === null || nano === null ? null : sum + nano
  }, 0n)
}

/** Ends a check and resumes our own calls on the wallet. Admins only. */
export async function endWalletCheck(ctx: TeamCtx, walletId: string): Promise<void> {
  requireAdmin(ctx, 'check wallets')
  const { name } = await getWallet(ctx, walletId)
  await transaction(ctx.db, async (tx) => {
    const row = await selectOpenWalletCheck(tx, ctx.team.id, walletId)
    if (!row) throw notFound('The check')
    const outcome = evaluateWalletCheck(parseSteps(row.steps))
    await updateWalletCheckEnd(tx, row, { endedAt: ctx.clock.now(), outcome: outcome.kind })
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

export const walletCheckInput = z.object({ walletId: z.uuid() })

export const readBalanceForCheckInput = z.object({
  walletId: z.uuid(),
  /** Key that was disabled at the provider since the last reading; empty for none. */
  disabledKeyId: z.union([z.uuid(), z.literal('')]).default(''),
})

/** A guided check that is under way on a wallet. */
export interface WalletCheckView {
  readonly startedByName: string
  readonly startedAt: Date
  readonly steps: readonly WalletCheckStep[]
  readonly verdict: WalletCheckVerdict
}

const nano = z.string().transform(BigInt)

const storedSteps = z.array(
  z.object({
    at: z.coerce.date(),
    balanceNano: nano,
    settledNano: nano,
    inFlight: z.number(),
    // Checks that began before these were stored have neither.
    lostNano: nano.nullable().default(0n),
    isSettled: z.boolean().default(true),
    disabledKeyId: z.string().nullable(),
  }),
)

const parseSteps = (text: string): WalletCheckStep[] => storedSteps.parse(JSON.parse(text))

const writeSteps = (steps: readonly WalletCheckStep[]): string =>
  JSON.stringify(steps, (_, value) => (typeof value === 'bigint' ? value.toString() : value))

/** One reading of a guided check, while all our own calls on the wallet are paused. */
export interface WalletCheckStep {
  readonly at: Date
  readonly balanceNano: Nano
  /** The ledger's total of settlements; calls that were under way at the start end in between. */
  readonly settledNano: Nano
  readonly inFlight: number
  /** Maximum cost of our calls whose answer was lost since the previous reading; null if that is not known. */
  readonly lostNano: Nano | null
  /** True if it includes all charges of our own last pages, as far as the provider says how late they may show. */
  readonly isSettled: boolean
  /** Key that the admin disabled at the provider before this reading; null for none. */
  readonly disabledKeyId: string | null
}

/** The result of a check so far. */
export type WalletCheckVerdict =
  /** More readings are needed: this is the first, or charges of our own last calls may lie in between. */
  | { readonly kind: 'read-again' }
  /** Nothing was spent between the last two readings. */
  | { readonly kind: 'quiet'; readonly sinceMs: number }
  /** Somebody spends: this much between the last two readings. */
  | { readonly kind: 'spending'; readonly nano: Nano; readonly sinceMs: number }
  /** It stopped when this key was disabled. */
  | { readonly kind: 'found'; readonly keyId: string }

/**
 * Evaluates a check's steps (oldest first). Spend while our calls are paused is somebody else's. If it stops after a
 * key is disabled, that key is the one in use.
 */
export function evaluateWalletCheck(steps: readonly WalletCheckStep[]): WalletCheckVerdict {
  const [before, last] = steps.slice(-2)
  if (!before || !last || !isTelling(before, last)) return { kind: 'read-again' }
  const nano = spentBetween(before, last)
  const sinceMs = last.at.getTime() - before.at.getTime()
  if (nano > 0n) return { kind: 'spending', nano, sinceMs }
  // A lost call may explain it; the next reading will show.
  if (dropBetween(before, last) > 0n) return { kind: 'read-again' }
  const wasSpending = lastSpending(steps)
  return wasSpending !== null && last.disabledKeyId !== null && wasSpending === steps.length - 2
    ? { kind: 'found', keyId: last.disabledKeyId }
    : { kind: 'quiet', sinceMs }
}

const isTelling = (before: WalletCheckStep, last: WalletCheckStep): boolean =>
  before.inFlight === 0 && last.inFlight === 0 && before.isSettled && last.lostNano !== null

/** Returns the index of the last reading before which something was spent; null if nothing ever was. */
function lastSpending(steps: readonly WalletCheckStep[]): number | null {
  const index = steps.findLastIndex((step, at) => {
    const before = steps[at - 1]
    return before !== undefined && spentBetween(before, step) > 0n
  })
  return index < 0 ? null : index
}

/** Returns the minimum that somebody else spent: our lost calls may have been charged. */
const spentBetween = (before: WalletCheckStep, after: WalletCheckStep): Nano =>
  dropBetween(before, after) - (after.lostNano ?? dropBetween(before, after))

const dropBetween = (before: WalletCheckStep, after: WalletCheckStep): Nano =>
  before.balanceNano + before.settledNano - after.balanceNano - after.settledNano
