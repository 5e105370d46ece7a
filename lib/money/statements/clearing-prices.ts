import type { OperationName } from '@/lib/kernel'
import { accountFor, hasUnpriced, type Movement } from './account-for'
import type { RealPrices } from './price-hypotheses'
import { isClear } from './suspicions'
import { boughtIn, type Window } from './windows'

/**
 * Returns the known prices, changed if that explains a window to the last decimal: one of its operations costs the
 * booked price again, or the price it had `before`. An admin's new price then does not hide that the upstream kept the
 * old one. Changes as few prices as possible. `accounted` is the window at the known prices.
 */
export function clearingPrices(
  known: RealPrices,
  window: Window,
  accounted: Movement,
  before: RealPrices,
): RealPrices {
  if (isClear(accounted) || hasUnpriced(window)) return known
  const used = boughtIn(window)
  return (
    combinations(known, used, before)
      .sort((one, two) => changesIn(known, one, used) - changesIn(known, two, used))
      .find((prices) => isClear(accountFor(window, prices))) ?? known
  )
}

function combinations(known: RealPrices, used: readonly OperationName[], before: RealPrices): RealPrices[] {
  let all: RealPrices[] = [known]
  for (const name of used) {
    const others = new Set([undefined, before[name]])
    others.delete(known[name])
    all = [...all, ...[...others].flatMap((price) => all.map((prices) => withPrice(prices, name, price)))]
  }
  return all
}

function withPrice(prices: RealPrices, name: OperationName, price: bigint | undefined): RealPrices {
  const { [name]: _, ...others } = prices
  return price === undefined ? others : { ...others, [name]: price }
}

const changesIn = (known: RealPrices, prices: RealPrices, used: readonly OperationName[]): number =>
  used.filter((name) => known[name] !== prices[name]).length
