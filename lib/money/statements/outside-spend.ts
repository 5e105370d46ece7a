import type { Nano } from '@/lib/kernel'
import { listWallets } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { readHistory, type WalletHistory } from './list-movements'
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

/**
 * What the team's wallets lost to somebody else, as far as readings since a moment told it, and prices that differ from
 * the booked ones.
 */
export async function findAnomalies(
  ctx: TeamCtx,
  since: Date = new Date(ctx.clock.now().getTime() - DAY_MS),
): Promise<{ outside: OutsideSpend[]; shifts: WalletPriceShift[] }> {
  const wallets = await listWallets(ctx)
  const found = await Promise.all(
    wallets.map(async ({ id, name }) => {
      const history = await readHistory(ctx, id, since)
      const wallet = { walletId: id, walletName: name }
      return {
        outside: outsideOf(history, since).map((spend) => ({ ...wallet, ...spend })),
        shifts: history.shifts.map((shift) => ({ ...wallet, ...shift })),
      }
    }),
  )
  return {
    outside: found.flatMap(({ outside }) => outside),
    shifts: found.flatMap(({ shifts }) => shifts),
  }
}

function outsideOf(history: WalletHistory, since: Date) {
  const clear = history.movements.flatMap(({ from, to, recognisedAt, perhapsOurs, ...movement }) => {
    const nano = movement.outsideNano + (perhapsOurs === 'possible' ? movement.unexplainedNano : 0n)
    // What is not told apart yet goes on, however long ago it was.
    if (nano === 0n || (recognisedAt < since && perhapsOurs === null)) return []
    return [{ from, to, nano, isAtLeast: false, isPerhapsOurs: perhapsOurs !== null }]
  })
  const unclear = sinceLastClean(history)
  return unclear ? [...clear, unclear] : clear
}
