import type { Nano } from '@/lib/kernel'
import { highestBalance, type WalletView } from '@/lib/money/wallets'
import { createMarkedCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'

/** With more wallets than this, the one that was not looked at for longest is forgotten. */
const MOST_WALLETS = 5000
const HOUR_MS = 3_600_000

/** The highest balance of a wallet since a moment. */
export type KeptHighest = (ctx: TeamCtx, wallet: WalletView, since: Date) => Promise<Nano>

/** Makes the memory of a process: it asks again with a new reading, and once an hour, when older ones drop out. */
export function keepHighest(): KeptHighest {
  const wallets = createMarkedCache<Nano>({ most: MOST_WALLETS })
  return (ctx, { id, balance }, since) => {
    const mark = `${balance?.id} ${Math.floor(since.getTime() / HOUR_MS)}`
    return wallets.of(`${ctx.team.id} ${id}`, mark, () => highestBalance(ctx, id, since))
  }
}
