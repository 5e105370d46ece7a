import { AppError, type Nano } from '@/lib/kernel'
import { getWallet, type WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { readBalance } from './read-balance'
import { createSharedCalls } from './shared-calls'

/** How old a reading may be beneath a balance that is told without asking the upstream: others may spend meanwhile. */
const FRESH_MS = 60_000

const shareReading = createSharedCalls<void>()

/**
 * A wallet's balance as far as Purser knows: its last reading less what was settled since. It asks the upstream, in the
 * key's own queue, where the reading is older than a minute, or items had no known price since; those who ask at once
 * share that. Where the upstream does not answer, what is known stands. Throws the reading's error where nothing is.
 */
export async function knownBalance(ctx: TeamCtx, access: UpstreamAccess, walletId: string): Promise<Nano> {
  const before = await getWallet(ctx, walletId)
  if (before.expectedNano !== null && isFresh(ctx, before)) return before.expectedNano
  try {
    await shareReading(access.pacers, walletId, async () => {
      await readBalance(ctx, access, walletId, 'run')
    })
  } catch (error) {
    if (!(error instanceof AppError) || before.expectedNano === null) throw error
    return before.expectedNano
  }
  const { expectedNano, balance } = await getWallet(ctx, walletId)
  return expectedNano ?? balance?.balanceNano ?? 0n
}

/** A reading from far ahead is of a clock that was wrong, and not fresh for ever. */
const isFresh = ({ clock }: TeamCtx, { balance }: WalletView): boolean =>
  balance !== null && Math.abs(clock.now().getTime() - balance.at.getTime()) < FRESH_MS
