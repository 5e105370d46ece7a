import { operationEntries } from '@/lib/kernel'
import {
  accountForMidWindowPrice,
  accountForWindow,
  hasUnpricedPages,
  isExplained,
  type Movement,
} from './account-for'
import { hypothesesFor, isEvidence, type RealPrices } from './price-hypotheses'
import { findSuspicion, isExplainedByPrices, type Suspicion } from './suspicions'
import { usedOperations } from './windows'

/**
 * Accounts for a window again with prices that held in it according to later ones, if anything is left to explain.
 * Returns whether it did.
 */
export function reaccountForWindow(
  movements: Movement[],
  at: number,
  prices: RealPrices,
  moment: Date,
): boolean {
  const movement = movements[at]
  if (!movement || isExplainedByPrices(movement) || hasUnpricedPages(movement) || !isOfUse(prices, movement))
    return false
  // The prices of other operations were not known then, or were different.
  movements[at] = { ...accountForWindow(movement, { ...movement.real, ...prices }), recognisedAt: moment }
  return true
}

/** Returns whether a window has pages or lost calls of an operation whose price is given. */
const isOfUse = (prices: RealPrices, movement: Movement): boolean =>
  isEvidence(prices, movement) || movement.lost.some(({ operation }) => prices[operation] !== undefined)

/**
 * Returns whether prices that later pages have shown account for a suspicion's window. Then nothing is left to
 * suspect.
 */
export function isSuspicionResolved(
  suspicion: Suspicion,
  movements: Movement[],
  shown: RealPrices,
  at: Date,
): boolean {
  const [index = -1, ...others] = suspicion.places
  const movement = movements[index]
  if (!movement || others.length > 0 || !isOfUse(shown, movement)) return false
  const settled = settle(suspicion, movement, { ...shown, ...suspicion.after })
  if (settled) movements[index] = { ...settled, recognisedAt: at }
  return settled !== null
}

interface Reconsidering {
  /** Indexes of the windows that were accounted for again. */
  readonly again: ReadonlySet<number>
  readonly moment: Date
}

/** Returns what is left of a suspicion at the prices that are known now. */
export function reconsiderSuspicion(
  suspicion: Suspicion,
  movements: Movement[],
  known: RealPrices,
  { again, moment }: Reconsidering,
): readonly Suspicion[] {
  const [index = -1] = suspicion.places
  const movement = movements[index]
  if (!movement || !again.has(index))
    return isSuspicionResolved(suspicion, movements, known, moment) ? [] : [suspicion]
  const left = isExplained(movement)
    ? null
    : findSuspicion(index, movement, {
        known: movement.real,
        before: suspicion.before,
        ahead: {},
      })
  return left ? [left] : []
}

/**
 * Accounts for a suspicion's window by prices that later pages have shown: they explain it, the price changed between
 * its pages, or it was the same before and after. Null if none of these applies.
 */
function settle({ changed, before, booked }: Suspicion, first: Movement, shown: RealPrices): Movement | null {
  const prices = { ...first.real, ...shown }
  const again = accountForWindow(first, prices)
  // Next to lost calls, some pages may have taken the old price. The sum of the lost calls is then not known.
  const mayBeMixed = again.lostNano > 0n && isChangedBetween(first, before, shown)
  if (isExplained(again) && !mayBeMixed) return again
  for (const operation of changed) {
    const partly = accountForMidWindowPrice(first, operation, prices, before)
    if (partly) return partly
  }
  const names = usedOperations(first)
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
