import type { Nano } from '@/lib/kernel'
import { listWallets, type WalletView } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { takenNano } from './account-for'
import { keptHistory } from './kept-histories'
import type { PriceShift } from './movements'
import { sinceLastClean } from './since-last-clean'

/** Spend on a wallet that none of our calls explains. */
export interface OutsideSpend {
  readonly walletId: string
  readonly walletName: string
  /** It happened between these two readings. */
  readonly from: Date
  readonly to: Date
  readonly nano: Nano
  /** Calls of ours were under way meanwhile, so it was at least as much. */
  readonly isAtLeast: boolean
  /** Our own pages may have cost so much more instead: the next ones will tell. */
  readonly isPerhapsOurs: boolean
}

export interface WalletPriceShift extends PriceShift {
  readonly walletId: string
  readonly walletName: string
}

/** What is odd about a wallet's balances. */
export interface WalletAnomalies {
  readonly outside: readonly (OutsideSpend & {
    /** When a reading told it; null while it goes on. */
    readonly recognisedAt: Date | null
  })[]
  readonly shifts: readonly WalletPriceShift[]
}

/** What a wallet's readings show besides our own pages, as far as its recent ones tell. */
export async function findWalletAnomalies(
  ctx: TeamCtx,
  { id, name, balance }: Pick<WalletView, 'id' | 'name' | 'balance'>,
  since: Date,
): Promise<WalletAnomalies> {
  const history = await keptHistory(ctx, { id, balance }, since)
  const wallet = { walletId: id, walletName: name }
  const clear = history.movements.flatMap((movement) => {
    const { from, to, recognisedAt, perhapsOurs } = movement
    const nano = takenNano(movement)
    if (nano === 0n) return []
    const isPerhapsOurs = perhapsOurs !== null
    // What is not told apart yet goes on, however long ago it was.
    return [
      {
        ...wallet,
        from,
        to,
        nano,
        isAtLeast: false,
        isPerhapsOurs,
        recognisedAt: isPerhapsOurs ? null : recognisedAt,
      },
    ]
  })
  const unclear = sinceLastClean(history)
  return {
    outside: unclear ? [...clear, { ...wallet, ...unclear, recognisedAt: null }] : clear,
    shifts: history.shifts.map((shift) => ({ ...wallet, ...shift })),
  }
}

/** What wallets lost to somebody else, as far as readings since a moment told it, and prices that differ from the booked ones. */
function anomaliesSince(
  wallets: readonly WalletAnomalies[],
  since: Date,
): { outside: OutsideSpend[]; shifts: WalletPriceShift[] } {
  const outside = wallets.flatMap(({ outside: all }) =>
    all.filter(({ recognisedAt }) => recognisedAt === null || recognisedAt >= since),
  )
  return {
    outside: outside.map(({ recognisedAt: _, ...spend }) => spend),
    shifts: wallets.flatMap(({ shifts }) => shifts),
  }
}

/**
 * The same of all wallets of the team. A loss counts from when the last price or lost call that it needed was known, so an
 * older one may be among them and a newer one not.
 */
export async function findAnomalies(
  ctx: TeamCtx,
  since: Date = new Date(ctx.clock.now().getTime() - DAY_MS),
) {
  const wallets = await listWallets(ctx)
  return anomaliesSince(
    await Promise.all(wallets.map((wallet) => findWalletAnomalies(ctx, wallet, since))),
    since,
  )
}
