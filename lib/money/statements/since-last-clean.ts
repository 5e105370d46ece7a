import { chargeFor, largestPage, type Nano, operationEntries } from '@/lib/kernel'
import { accountFor } from './account-for'
import type { WalletHistory } from './list-movements'
import type { RealPrices } from './price-hypotheses'
import { windowsOf } from './windows'

/** Share of our own pages' cost, in unclear times, that a new price might explain. */
const PRICE_ALLOWANCE_PER_CENT = 20n

/**
 * Returns the minimum that somebody else took since the last clean reading, however our calls under way end. Null if
 * that is nothing. A price may have changed unnoticed, so it is never certain.
 */
export function sinceLastClean({ anchors, readings, lost, movements }: WalletHistory) {
  const [from, to] = [anchors.at(-1), readings.at(-1)]
  if (!from || !to || from === to || to.inFlightNano === null) return null
  if (to.unpricedItems > from.unpricedItems) return null
  const known = movements.at(-1)?.real ?? {}
  const since = lost.filter(({ openedAt }) => openedAt > from.askedAt)
  const [window] = windowsOf([from, to], since)
  if (!window) return null
  const { resolvedNano, lostNano, outsideNano } = accountFor({ ...window, lost: since }, known)
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
  operationEntries(known).reduce((most, [operation, nano]) => {
    const cost = chargeFor(calls * largestPage(operation), nano)
    return cost > most ? cost : most
  }, 0n)
