import type { Operation } from '@/lib/kernel'
import type { Charge, Facts } from './books'
import type { WalletHistory } from './watch'

/**
 * Returns whether no windows show the cost of a window's pages: an operation had two prices in it and the older one is
 * not in an earlier window, or it had a price other than the booked one that no windows of it alone prove.
 */
export function arePricesHidden(facts: Facts, all: readonly Facts[], history: WalletHistory): boolean {
  if (facts.ours.some((page) => isPartHidden(page, history))) return true
  const names = new Set(facts.ours.map(({ operation }) => operation))
  const isOlderHidden = [...names].some((name) => {
    const prices = new Set(
      facts.ours.flatMap(({ operation, priceNano }) => (operation === name ? priceNano : [])),
    )
    return prices.size > 1 && !all.some((one) => one.until <= facts.after && isAlone(one, name))
  })
  return isOlderHidden || facts.ours.some((page) => page.nano !== page.bookedNano && !isProven(page, all))
}

/** Returns whether pages of different sizes have not yet shown what a call costs besides its items. */
export const isPartHidden = (
  { operation, hiddenCall, priceNano }: Pick<Charge, 'operation' | 'hiddenCall' | 'priceNano'>,
  { callParts }: WalletHistory,
): boolean =>
  hiddenCall > 0n &&
  !callParts.some((part) => part.operation === operation && part.perCallNano === hiddenCall * priceNano)

/**
 * Finds two windows of one operation alone that cost the same price, in different numbers of units or booked at it.
 */
export function isProven({ operation, priceNano }: Charge, all: readonly Facts[]): boolean {
  const windows = all.filter(
    (one) => isAlone(one, operation) && one.ours.every((page) => page.priceNano === priceNano),
  )
  const counts = new Set(windows.map(({ ours }) => ours.reduce((sum, { units }) => sum + units, 0)))
  return (
    counts.size > 1 || windows.some(({ ours }) => ours.every(({ nano, bookedNano }) => nano === bookedNano))
  )
}

const isAlone = ({ ours, thefts, lost, topUps, isCutEarly }: Facts, name: Operation): boolean =>
  ours.some(({ units }) => units > 0) &&
  ours.every(({ operation }) => operation === name) &&
  thefts.length + lost.length + topUps.length === 0 &&
  !isCutEarly
