import { chargeForItems, maxPageSize, type Nano, operationEntries } from '@/lib/kernel'
import { listWallets, type WalletView } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { accountForWindow, isOutsideSpendMinimum, outsideSpendNano } from './account-for'
import { readCachedHistory } from './kept-histories'
import type { WalletHistory } from './list-movements'
import type { PriceShift } from './movements'
import type { RealPrices } from './price-hypotheses'
import { buildWindows } from './windows'

/** Spend on a wallet that none of our calls explains. */
export interface OutsideSpend {
  readonly walletId: string
  readonly walletName: string
  /** The readings between which it happened. */
  readonly from: Date
  readonly to: Date
  readonly nano: Nano
  /** True if it is a lower bound, because calls of ours in the meantime count at their maximum cost. */
  readonly isAtLeast: boolean
  /** True if our own pages may have cost that much more instead. The next ones will show. */
  readonly isPerhapsOurs: boolean
}

export interface WalletPriceShift extends PriceShift {
  readonly walletId: string
  readonly walletName: string
}

/** The anomalies of a wallet's balance. */
export interface WalletAnomalies {
  readonly outside: readonly (OutsideSpend & {
    /** When a reading showed it; null while it continues. */
    readonly recognisedAt: Date | null
  })[]
  readonly shifts: readonly WalletPriceShift[]
}

/** Returns what a wallet's recent readings show besides our own pages. */
export async function findOutsideSpendAndPriceShifts(
  ctx: TeamCtx,
  { id, name, balance }: Pick<WalletView, 'id' | 'name' | 'balance'>,
  since: Date,
): Promise<WalletAnomalies> {
  const history = await readCachedHistory(ctx, { id, balance }, since)
  const wallet = { walletId: id, walletName: name }
  const clear = history.movements.flatMap((movement) => {
    const { from, to, recognisedAt, perhapsOurs } = movement
    const nano = outsideSpendNano(movement)
    if (nano === 0n) return []
    const isPerhapsOurs = perhapsOurs !== null
    // Until it is clear what it was, it counts as continuing, however long ago it was.
    return [
      {
        ...wallet,
        from,
        to,
        nano,
        isAtLeast: isOutsideSpendMinimum(movement),
        isPerhapsOurs,
        recognisedAt: isPerhapsOurs ? null : recognisedAt,
      },
    ]
  })
  const unclear = minOutsideSinceLastClean(history)
  return {
    outside: unclear ? [...clear, { ...wallet, ...unclear, recognisedAt: null }] : clear,
    shifts: history.shifts.map((shift) => ({ ...wallet, ...shift })),
  }
}

/**
 * Returns what wallets lost to somebody else according to readings since a given time, and prices that differ from the
 * booked ones.
 */
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
 * Returns the anomalies of all wallets of the team. A loss counts from when the last price or lost call that it needed
 * was known, so an older one may be included and a newer one not.
 */
export async function findAnomalies(
  ctx: TeamCtx,
  since: Date = new Date(ctx.clock.now().getTime() - DAY_MS),
) {
  const wallets = await listWallets(ctx)
  return anomaliesSince(
    await Promise.all(wallets.map((wallet) => findOutsideSpendAndPriceShifts(ctx, wallet, since))),
    since,
  )
}

/** Share of our own pages' cost, in unclear times, that a new price might explain. */
const PRICE_ALLOWANCE_PER_CENT = 20n

/**
 * Returns the minimum that somebody else took since the last clean reading, however our calls in flight end. Null if
 * that is nothing. A price may have changed unnoticed, so it is never certain.
 */
export function minOutsideSinceLastClean({ anchors, readings, lost, movements }: WalletHistory) {
  const [from, to] = [anchors.at(-1), readings.at(-1)]
  if (!from || !to || from === to || to.inFlightNano === null) return null
  if (to.unpricedItems > from.unpricedItems) return null
  const known = movements.at(-1)?.real ?? {}
  const since = lost.filter(({ openedAt }) => openedAt > from.askedAt)
  const [window] = buildWindows([from, to], since)
  if (!window) return null
  const { resolvedNano, lostNano, outsideNano } = accountForWindow({ ...window, lost: since }, known)
  const ownNano = to.settledNano - from.settledNano + resolvedNano + lostNano
  const certain =
    outsideNano -
    to.inFlightNano -
    dearestNano(to.inFlight, known) -
    (ownNano * PRICE_ALLOWANCE_PER_CENT) / 100n
  return certain > 0n
    ? { from: from.at, to: to.at, nano: certain, isAtLeast: true, isPerhapsOurs: true }
    : null
}

/** Returns the maximum cost of this many calls where the upstream's prices are known to differ from the booked ones. */
const dearestNano = (calls: number, known: RealPrices): Nano =>
  operationEntries(known).reduce((max, [operation, nano]) => {
    const cost = chargeForItems(calls * maxPageSize(operation), nano)
    return cost > max ? cost : max
  }, 0n)
