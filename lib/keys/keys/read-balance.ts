import type { z } from 'zod'
import { AppError, conflict, type Nano, requireAdmin } from '@/lib/kernel'
import {
  enterBalance,
  type enterBalanceInput,
  getWallet,
  type ReadingSource,
  type WalletView,
} from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { createSingleFlight, type UpstreamAccess } from './access'
import { refreshKeyAccount } from './check-key'
import { resumeWallet } from './resume-wallet'
import { selectKeys } from './store'
import { loadKeyForUse } from './take-key'

/**
 * Maximum age of a balance before a run. An older one is read again, so that others' spend until then is not blamed on
 * the run.
 */
const MAX_AGE_BEFORE_RUN_MS = 10 * 60_000

/** Readings in progress before runs, by wallet. */
const shareReading = createSingleFlight<void>()

/**
 * Reads a wallet's balance before a run if the last reading is old. Runs that start at the same time share one,
 * because at one request a second separate readings would hold up the others. A run does not fail because of it.
 */
export const refreshBalance = (ctx: TeamCtx, access: UpstreamAccess, walletId: string): Promise<void> =>
  shareReading(access.pacers, walletId, () => refreshNow(ctx, access, walletId))

async function refreshNow(ctx: TeamCtx, access: UpstreamAccess, walletId: string): Promise<void> {
  const { balance } = await getWallet(ctx, walletId)
  // A reading from the future was made by a wrong clock and must not stay fresh for ever.
  if (balance && Math.abs(ctx.clock.now().getTime() - balance.at.getTime()) < MAX_AGE_BEFORE_RUN_MS) return
  try {
    await readBalance(ctx, access, walletId, 'run')
  } catch (error) {
    // The run's own call meets the same problem and reports it better.
    if (!(error instanceof AppError)) throw error
  }
}

/** A balance with the ledger's total of settlements, and the number of our calls in flight meanwhile. */
export interface BalanceSnapshot {
  readonly balanceNano: Nano
  readonly settledNano: Nano
  readonly inFlight: number
  /** True if it includes all charges of our own pages, as far as the provider says how late they may show. */
  readonly isSettled: boolean
  readonly at: Date
}

/**
 * Asks for a wallet's balance with its first active key that gets an answer, behind all other calls of that key, and
 * records it. It costs nothing. `except` names keys that must not be used. Throws `conflict` if no key is left, and
 * `upstream` with the reason if none got an answer.
 */
export async function readBalance(
  ctx: TeamCtx,
  access: UpstreamAccess,
  walletId: string,
  source: Extract<ReadingSource, 'run' | 'schedule' | 'check'>,
  except: readonly string[] = [],
): Promise<BalanceSnapshot> {
  const { name } = await getWallet(ctx, walletId)
  const upstream = await access.upstreams.for(ctx)
  if (upstream.provider.account === null)
    throw conflict(
      `${upstream.provider.name} does not report a balance. An admin can enter it on the wallet’s page.`,
    )
  const keys = await selectKeys(ctx.db, ctx.team.id)
  const usable = keys.filter(
    (key) => key.walletId === walletId && key.status === 'active' && !except.includes(key.id),
  )
  let why: string | null = null
  for (const listed of usable) {
    const used = await loadKeyForUse(ctx, access, listed, upstream).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      why = error.message
      return null
    })
    if (!used) continue
    const { answer, reading } = await refreshKeyAccount(ctx, access, used, {
      upstream,
      source,
      priority: 'schedule',
    })
    if (reading) return reading
    if (!answer.ok) why = answer.problem.message
  }
  if (why !== null) throw new AppError('upstream', why)
  throw conflict(`The wallet “${name}” has no key that can be used. Enable one, or add one.`)
}

/**
 * Maximum age of a reading from which a balance is computed without asking the upstream, because others may spend.
 */
const MAX_AGE_KNOWN_MS = 60_000

const shareFreshReading = createSingleFlight<void>()

/**
 * Returns a wallet's balance as far as Purser knows: its last reading less what was settled since. Asks the upstream,
 * in the key's own queue, if the reading is older than a minute or items had no known price since; simultaneous
 * callers share that. If the upstream does not answer, the known balance stands. Throws the reading's error if none is
 * known.
 */
export async function readKnownBalance(
  ctx: TeamCtx,
  access: UpstreamAccess,
  walletId: string,
): Promise<Nano> {
  const before = await getWallet(ctx, walletId)
  if (before.expectedNano !== null && isFresh(ctx, before)) return before.expectedNano
  try {
    await shareFreshReading(access.pacers, walletId, async () => {
      await readBalance(ctx, access, walletId, 'run')
    })
  } catch (error) {
    if (!(error instanceof AppError) || before.expectedNano === null) throw error
    return before.expectedNano
  }
  const { expectedNano, balance } = await getWallet(ctx, walletId)
  return expectedNano ?? balance?.balanceNano ?? 0n
}

/**
 * Returns whether the last reading is recent. One from the future was made by a wrong clock and must not stay fresh
 * for ever.
 */
const isFresh = ({ clock }: TeamCtx, { balance }: WalletView): boolean =>
  balance !== null && Math.abs(clock.now().getTime() - balance.at.getTime()) < MAX_AGE_KNOWN_MS

/**
 * Records a balance by hand, and resumes the queues of the wallet's keys that an empty wallet had stopped. Throws
 * `conflict` if the service itself reports the wallet's balance. Admins only.
 */
export async function enterBalanceAndResume(
  ctx: TeamCtx,
  access: UpstreamAccess,
  input: z.output<typeof enterBalanceInput>,
): Promise<void> {
  requireAdmin(ctx, 'enter balances')
  const [{ provider }, { balance }] = await Promise.all([
    access.upstreams.for(ctx),
    getWallet(ctx, input.walletId),
  ])
  if (provider.account !== null && balance !== null && !balance.isTyped)
    throw conflict(`${provider.name} tells the balance of this wallet itself: check one of its keys.`)
  const { isPositive } = await enterBalance(ctx, input)
  if (isPositive) await resumeWallet(ctx, access, input.walletId)
}
