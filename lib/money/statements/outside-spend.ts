import type { Nano } from '@/lib/kernel'
import { listWallets } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { readHistory, type WalletHistory } from './list-movements'
import type { PriceShift } from './movements'

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
  readonly isPerhapsPrice: boolean
}

export interface WalletPriceShift extends PriceShift {
  readonly walletId: string
  readonly walletName: string
}

/** The share of our own pages' cost in unclear times that a new price might explain. */
const PRICE_ALLOWANCE_PER_CENT = 20n

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
  const clear = history.movements.flatMap(({ from, to, recognisedAt, perhapsPrice, ...movement }) => {
    const nano = movement.outsideNano + (perhapsPrice === 'possible' ? movement.unexplainedNano : 0n)
    // What is not told apart yet goes on, however long ago it was.
    if (nano === 0n || (recognisedAt < since && perhapsPrice === null)) return []
    return [{ from, to, nano, isAtLeast: false, isPerhapsPrice: perhapsPrice !== null }]
  })
  const unclear = sinceLastClean(history)
  return unclear ? [...clear, unclear] : clear
}

/** What is certain about the time since the last clean reading, however our calls under way end. */
function sinceLastClean({ anchors, readings, lost }: WalletHistory) {
  const [from, to] = [anchors.at(-1), readings.at(-1)]
  if (!from || !to || from === to || to.inFlightNano === null) return null
  if (to.unpricedItems > from.unpricedItems) return null
  const dropNano = from.balanceNano + from.settledNano - to.balanceNano - to.settledNano
  const ownNano = to.settledNano - from.settledNano
  let certain = dropNano - to.inFlightNano - (ownNano * PRICE_ALLOWANCE_PER_CENT) / 100n
  for (const { openedAt, mostNano, resolution } of lost) {
    if (openedAt <= from.askedAt) continue
    const nano = resolution ? (resolution.chargeNano ?? 0n) : mostNano
    if (nano === null) return null
    certain -= nano
  }
  return certain > 0n
    ? { from: from.at, to: to.at, nano: certain, isAtLeast: true, isPerhapsPrice: ownNano > 0n }
    : null
}
