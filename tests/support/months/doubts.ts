import type { Operation } from '@/lib/kernel'
import { type Charge, type Facts, sumOf } from './books'
import { arePricesHidden, isPartHidden, isProven } from './hidden-prices'
import type { WalletHistory } from './watch'
import { ANSWER_MS } from './world'

/** Reasons why no reading can distinguish a theft from something else. Each is counted and printed. */
export type Doubt =
  | 'lost calls may have cost it'
  | 'a round price would cost it'
  | 'our pages had no price yet'
  | 'our price was not known yet'
  | 'a top-up hides it'
  | 'the lag was not learnt yet'
  | 'it is no more than rounding'

const FEW_DIGITS = 3
const MAX_TIMES = 20n

/**
 * Returns what hides thefts in a window; null if they must be reported. These are the only excuses, and each is
 * computed from the sandbox's books: if only the total shows, a sum has more than one explanation.
 */
export function findDoubt(facts: Facts, history: WalletHistory): Doubt | null {
  const stolen = sumOf(facts.thefts)
  if (facts.isCutEarly) return 'the lag was not learnt yet'
  if (facts.topUps.length > 0) return 'a top-up hides it'
  if (facts.ours.some(({ bookedNano }) => bookedNano === null)) return 'our pages had no price yet'
  if (facts.ours.some((page) => !isKnown(page, facts, history))) return 'our price was not known yet'
  if (facts.lost.length > 0 && stolen + sumOf(facts.lost) <= maxLostCost(facts.lost, history))
    return 'lost calls may have cost it'
  if (stolen <= BigInt(facts.ours.length)) return 'it is no more than rounding'
  if (facts.lost.length === 0 && wouldRoundPriceCost(facts.ours, stolen)) return 'a round price would cost it'
  return null
}

/** Returns why the parts of a window cannot be told apart although their sum is known; null if each must be right. */
export function windowDoubt(facts: Facts, history: WalletHistory, all: readonly Facts[]): Doubt | null {
  const { thefts, lost, topUps, ours } = facts
  const others = [thefts, lost, topUps].filter((some) => some.length > 0).length
  if (facts.isCutEarly) return 'the lag was not learnt yet'
  if (arePricesHidden(facts, all, history)) return 'our price was not known yet'
  if (lost.some((call) => isDearerThanShown(call, all, history))) return 'our price was not known yet'
  if (others > 0 && ours.some(({ bookedNano }) => bookedNano === null)) return 'our pages had no price yet'
  if (others > 0 && ours.some((page) => !isKnown(page, facts, history))) return 'our price was not known yet'
  if (thefts.length > 0 && lost.length > 0) return 'lost calls may have cost it'
  return others > 1 ? 'a top-up hides it' : null
}

/**
 * Returns whether a lost call cost more than Purser holds for it, at a price that no windows prove. Let it hold `h`, and
 * let the call cost `c > h`. A wallet whose price is still the booked one, where the call cost `h` and somebody took
 * `c - h`, and as much more than booked beside each of the operation's pages, has the same balances at every reading.
 * So nothing distinguishes the two, and Purser may only say that it was perhaps ours.
 */
const isDearerThanShown = (call: Charge, all: readonly Facts[], history: WalletHistory): boolean =>
  call.nano > heldFor(call, history) && !isProven(call, all)

/** Returns whether a page was booked at its real cost, or Purser knows that cost by the window's end. */
export const isKnown = (page: Charge, facts: Facts, history: WalletHistory): boolean =>
  !isPartHidden(page, history) &&
  (page.nano === page.bookedNano ||
    (page.hiddenCall === 0n && knownPrice(page.operation, facts, history) === page.priceNano))

/** Returns the upstream's price that Purser has found by the end of a window, if it is not the booked one. */
export const knownPrice = (
  operation: Operation,
  { until }: Facts,
  { shifts }: WalletHistory,
): bigint | undefined =>
  shifts.findLast((shift) => shift.operation === operation && shift.since.getTime() - ANSWER_MS <= until)
    ?.realNano

/**
 * Returns the maximum cost of lost calls: the most expensive page for each, at the price of its time or at the booked
 * one, because an unknown price may just have reverted.
 */
export const maxLostCost = (lost: readonly Charge[], { lost: known }: WalletHistory): bigint =>
  lost.reduce((sum, { mostUnits, priceNano, attemptId }) => {
    const realNano = BigInt(mostUnits) * priceNano
    const heldNano = heldFor({ attemptId }, { lost: known })
    return sum + (heldNano > realNano ? heldNano : realNano)
  }, 0n)

/** Returns what Purser holds for a lost call at its booked price. */
export const heldFor = (
  { attemptId }: Pick<Charge, 'attemptId'>,
  { lost }: Pick<WalletHistory, 'lost'>,
): bigint => lost.find((call) => call.attemptId === attemptId)?.maxNano ?? 0n

/**
 * Returns whether another price of three digits for one operation, or one factor on all, would have cost as much more.
 */
function wouldRoundPriceCost(pages: readonly Charge[], restNano: bigint): boolean {
  const lines = new Map<Operation, { items: bigint; nano: bigint }>()
  for (const { operation, units, nano } of pages) {
    const was = lines.get(operation) ?? { items: 0n, nano: 0n }
    lines.set(operation, { items: was.items + BigInt(units), nano: was.nano + nano })
  }
  const all = [...lines.values()].filter(({ items }) => items > 0n)
  const slack = BigInt(pages.length)
  const total = all.reduce((sum, { nano }) => sum + nano, 0n)
  const fits = (priced: readonly bigint[], wanted: bigint, cost: bigint) =>
    priced.every((price) => price > 0n && hasFewDigits(price)) && distance(cost, wanted) <= slack
  const isOne = all.some(({ items, nano }) => {
    const price = (nano + restNano + items / 2n) / items
    return price * items <= nano * MAX_TIMES && fits([price], nano + restNano, price * items)
  })
  if (isOne || all.length < 2) return isOne
  const prices = all.map(
    ({ items, nano }) => (nano * (total + restNano) + (total * items) / 2n) / (total * items),
  )
  const cost = all.reduce((sum, { items }, place) => sum + items * (prices[place] ?? 0n), 0n)
  return total + restNano <= total * MAX_TIMES && fits(prices, total + restNano, cost)
}

const hasFewDigits = (nano: bigint): boolean => nano.toString().replace(/0+$/, '').length <= FEW_DIGITS

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)
