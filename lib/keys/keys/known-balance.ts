import { AppError, type Nano } from '@/lib/kernel'
import { getWallet, type WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { readBalance } from './read-balance'
import { createSharedCalls } from './shared-calls'

/**
 * Maximum age of a reading beneath a balance that is reported without asking the upstream: others may spend meanwhile.
 */
const FRESH_MS = 60_000

const shareReading = createSharedCalls<void>()

/**
 * Returns a wallet's balance as far as Purser knows: its last reading less what was settled since. Asks the upstream,
 * in the key's own queue, if the reading is older than a minute or items had no known price since; simultaneous
 * callers share that. If the upstream does not answer, the known balance stands. Throws the reading's error if none is
 * known.
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

/**
 * Returns whether the last reading is recent. One from the future was made by a wrong clock and must not stay fresh
 * for ever.
 */
const isFresh = ({ clock }: TeamCtx, { balance }: WalletView): boolean =>
  balance !== null && Math.abs(clock.now().getTime() - balance.at.getTime()) < FRESH_MS
