import { operationEntries } from '@/lib/kernel'
import { accountFor, isExplained, type Movement, partlyAt } from './account-for'
import { hypothesesFor, type RealPrices } from './price-hypotheses'
import type { Suspicion } from './suspicions'
import { usedIn } from './windows'

/**
 * Accounts for a suspicion's window by prices that later pages have shown: they explain it, the price changed between
 * its pages, or it was the same before and after. Null if none of these applies.
 */
export function settle(
  { changed, before, booked }: Suspicion,
  first: Movement,
  shown: RealPrices,
): Movement | null {
  const prices = { ...first.real, ...shown }
  const again = accountFor(first, prices)
  // Next to lost calls, some pages may have taken the old price. The sum of the lost calls is then not known.
  const mayBeMixed = again.lostNano > 0n && isChangedBetween(first, before, shown)
  if (isExplained(again) && !mayBeMixed) return again
  for (const operation of changed) {
    const partly = partlyAt(first, operation, prices, before)
    if (partly) return partly
  }
  const names = usedIn(first)
  const isSame = names.every((name) => shown[name] === undefined || shown[name] === before[name])
  const isTelling = names.some((name) => shown[name] !== undefined && shown[name] !== booked[name])
  return isSame && isTelling && !mayCostRest(again, before, prices) ? again : null
}

/** Returns whether pages of an operation whose price no window has shown would cost the window's rest at some price. */
const mayCostRest = (movement: Movement, before: RealPrices, known: RealPrices): boolean =>
  hypothesesFor(movement, movement.outsideNano - movement.topUpNano, known).some(({ prices }) =>
    operationEntries(prices).some(([name]) => before[name] === undefined),
  )

/** Returns whether a price changed in a window that has several of its pages. */
const isChangedBetween = ({ settled }: Movement, before: RealPrices, after: RealPrices): boolean =>
  operationEntries(settled).some(
    ([name, { pages }]) =>
      pages > 1 && before[name] !== undefined && after[name] !== undefined && before[name] !== after[name],
  )
