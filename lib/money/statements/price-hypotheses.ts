import { type ByOperation, type Nano, type Operation, operationEntries } from '@/lib/kernel'
import type { SettledSum } from '@/lib/money/ledger'
import type { Window } from './windows'

/** The real price of operations' items, in nano-credits per item, where it differs from the booked one. */
export type RealPrices = Partial<ByOperation<Nano>>

/** A price that would explain a window. */
export interface Hypothesis {
  readonly prices: RealPrices
  /** What other operations of the window cost then: later windows have shown it. */
  readonly beside: RealPrices
  /** People choose prices with few digits, and change them by less than a large factor: such a one is likely at first. */
  readonly isLikely: boolean
}

const FEW_DIGITS = 3
/** A price that differs by more than this is more often a mistake of ours than a change: it is not told in silence. */
const USUAL_TIMES = 20n

/** What a window's items cost at real prices beyond the booked amount, in nano-credits. */
export function differenceAt(prices: RealPrices, { settled }: Window): Nano {
  let sum = 0n
  for (const [operation, priceNano] of operationEntries(prices)) {
    const line = settled[operation]
    if (line) sum += pricedItems(line) * priceNano - line.chargeNano
  }
  return sum
}

/** Each page's charge may have been rounded to a nano-credit. */
const roundingOf = ({ settled }: Window): Nano =>
  Object.values(settled).reduce((sum, { pages }) => sum + BigInt(pages), 0n)

/** Whether an amount is no more than rounding. */
export const isRounding = (nano: Nano, window: Window): boolean =>
  (nano < 0n ? -nano : nano) <= roundingOf(window)

/** Whether a window used operations of a hypothesis: only then does it prove anything. */
export const isEvidence = (prices: RealPrices, { settled }: Window): boolean =>
  operationEntries(prices).some(([operation]) => (settled[operation]?.items ?? 0) > 0)

/**
 * The prices that would explain a window's rest, by whatever factor: one operation's is another, or all of them differ
 * by the same factor. `known` are real prices found before. A rest that is no number of nano-credits for each item is
 * not a price.
 */
export function hypothesesFor(window: Window, restNano: Nano, known: RealPrices): Hypothesis[] {
  const lines = operationEntries(window.settled)
    .filter(([, line]) => line.items > 0 && line.unpricedItems === 0)
    .map(([operation, line]) => {
      const items = pricedItems(line)
      const price = known[operation]
      return { operation, items, baseNano: price === undefined ? line.chargeNano : items * price }
    })
  const slack = roundingOf(window)
  const single = lines.flatMap(({ operation, items, baseNano }) => {
    const real = divide(baseNano + restNano, items)
    const isExact = within(real * items - baseNano - restNano, slack)
    const prices = { [operation]: real }
    return isExact && isOther(real * items, baseNano)
      ? [likelihoodOf(prices, [{ real, items, baseNano }])]
      : []
  })
  const priced = lines.filter(({ baseNano }) => baseNano > 0n)
  return priced.length < 2 ? single : [...single, ...scaled(priced, restNano, slack)]
}

/**
 * Whether an operation's price may have changed between the pages of a window, so that some of them gave the rest:
 * by whatever factor, but no page gives anything back.
 */
export function isThinkable(line: SettledSum, restNano: Nano, knownNano: Nano | undefined): boolean {
  if (line.items === 0 || line.unpricedItems > 0) return false
  return -restNano < costAt(line, knownNano)
}

/**
 * Whether the items of a line cost so much together if some took the old price and some the new one: it changed between
 * the pages. Null is the price that they were booked at.
 */
export function isPartAt(line: SettledSum, costNano: Nano, wasNano: Nano | null, realNano: Nano): boolean {
  const items = pricedItems(line)
  const oldNano = wasNano === null ? line.chargeNano : items * wasNano
  const differenceNano = realNano * items - oldNano
  if (items === 0n || differenceNano === 0n) return false
  // In proportion: so many of the items.
  const part = (costNano - oldNano) * items
  return part % differenceNano === 0n && part / differenceNano > 0n && part / differenceNano < items
}

/** What the items of a line cost at a price that is known to be the real one, or else as they were booked. */
export const costAt = (line: SettledSum, realNano: Nano | undefined): Nano =>
  realNano === undefined ? line.chargeNano : pricedItems(line) * realNano

interface Line {
  readonly operation: Operation
  readonly items: bigint
  readonly baseNano: Nano
}

interface PricedLine extends Pick<Line, 'items' | 'baseNano'> {
  readonly real: Nano
}

function scaled(lines: readonly Line[], restNano: Nano, slack: Nano): Hypothesis[] {
  const total = lines.reduce((sum, { baseNano }) => sum + baseNano, 0n)
  const reals = lines.map((line) => ({
    ...line,
    real: divide(line.baseNano * (total + restNano), total * line.items),
  }))
  const cost = reals.reduce((sum, { real, items }) => sum + real * items, 0n)
  const areAll = reals.every(({ real, items, baseNano }) => isOther(real * items, baseNano))
  const prices = Object.fromEntries(reals.map(({ operation, real }) => [operation, real]))
  return areAll && within(cost - total - restNano, slack) ? [likelihoodOf(prices, reals)] : []
}

const likelihoodOf = (prices: RealPrices, lines: readonly PricedLine[]): Hypothesis => ({
  prices,
  beside: {},
  isLikely: lines.every(
    ({ real, items, baseNano }) => hasFewDigits(real) && isUsualChange(real * items, baseNano),
  ),
})

const pricedItems = (line: SettledSum): bigint => BigInt(line.items - line.unpricedItems)

const within = (nano: Nano, slack: Nano): boolean => (nano < 0n ? -nano : nano) <= slack

/** Rounds to the nearest integer; for amounts that are not negative. */
const divide = (nano: Nano, by: bigint): Nano => (nano + by / 2n) / by

/** A price of nothing is left out: charges that do not show yet look like one. */
const isOther = (real: Nano, base: Nano): boolean => real > 0n && real !== base

const isUsualChange = (real: Nano, base: Nano): boolean =>
  real <= base * USUAL_TIMES && base <= real * USUAL_TIMES

const hasFewDigits = (nano: Nano): boolean => nano.toString().replace(/0+$/, '').length <= FEW_DIGITS
