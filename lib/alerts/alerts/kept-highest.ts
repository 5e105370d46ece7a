import type { Nano } from '@/lib/kernel'
import { highestBalance, type WalletView } from '@/lib/money/wallets'
import { createMarkedCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'

/** Maximum number of cached wallets; beyond it, the least recently used is dropped. */
const MAX_WALLETS = 5000
const HOUR_MS = 3_600_000

/** Returns the highest balance of a wallet since a moment. */
export type KeptHighest = (ctx: TeamCtx, wallet: WalletView, since: Date) => Promise<Nano>

/**
 * Creates the cache of a process. It reads again after a new reading, and once an hour, when older readings drop out.
 */
export function keepHighest(): KeptHighest {
  const wallets = createMarkedCache<Nano>({ most: MAX_WALLETS })
  return (ctx, { id, balance }, since) => {
    const mark = `${balance?.id} ${Math.floor(since.getTime() / HOUR_MS)}`
    return wallets.of(`${ctx.team.id} ${id}`, mark, () => highestBalance(ctx, id, since))
  }
}
