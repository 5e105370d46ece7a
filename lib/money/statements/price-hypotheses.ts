import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import type { CountedSum } from '@/lib/money/ledger'
import type { Window } from './windows'

/**
 * The real price of operations' units, in nano-credits, where it differs from the booked one. A unit is an item if
 * only items are charged.
 */
export type RealPrices = Readonly<Record<OperationName, Nano>>

/** A price that would explain a window. */
export interface Hypothesis {
  readonly prices: RealPrices
  /** The prices of the window's other operations, as later windows have shown them. */
  readonly beside: RealPrices
  /**
   * True if the price is likely at first sight: people choose prices with few digits and do not change them by a large
   * factor.
   */
  readonly isLikely: boolean
}

const FEW_DIGITS = 3
/** Maximum factor of a usual change. Beyond it, a price is more often a mistake of ours, and is not left unreported. */
const USUAL_TIMES = 20n

/** Returns how much more a window's pages cost at real prices than what was booked, in nano-credits. */
export function priceDifferenceNano(prices: RealPrices, { settled }: Window): Nano {
  let sum = 0n
  for (const [operation, priceNano] of operationEntries(prices)) {
    const line = settled[operation]
    // A line without units was booked at what its pages cost: see `rebookWithCallParts`.
    if (line && line.units > 0n) sum += line.units * priceNano - line.chargeNano
  }
  return sum
}

/** Returns the possible rounding, because each page's charge may have been rounded to a nano-credit. */
const roundingOf = ({ settled }: Window): Nano =>
  Object.values(settled).reduce((sum, { pages }) => sum + BigInt(pages), 0n)

/** Returns whether an amount is no more than rounding. */
export const isRoundingAmount = (nano: Nano, window: Window): boolean =>
  (nano < 0n ? -nano : nano) <= roundingOf(window)

/** Returns whether a window used operations of a hypothesis. Only then does it prove anything. */
export const isEvidence = (prices: RealPrices, { settled }: Window): boolean =>
  operationEntries(prices).some(([operation]) => (settled[operation]?.units ?? 0n) > 0n)

/**
 * Returns the prices that would explain a window's rest, by whatever factor: one operation has another price, or all
 * differ by the same factor. `known` are real prices found before. A rest that is not a whole number of nano-credits
 * per unit is not a price.
 */
export function hypothesesFor(window: Window, restNano: Nano, known: RealPrices): Hypothesis[] {
  const lines = operationEntries(window.settled)
    .filter(([, line]) => line.units > 0n && line.unpricedItems === 0)
    .map(([operation, line]) => {
      const { units } = line
      const price = known[operation]
      return { operation, units, baseNano: price === undefined ? line.chargeNano : units * price }
    })
  const slack = roundingOf(window)
  const single = lines.flatMap(({ operation, units, baseNano }) => {
    const real = divide(baseNano + restNano, units)
    const isExact = within(real * units - baseNano - restNano, slack)
    const prices = { [operation]: real }
    return isExact && isOther(real * units, baseNano)
      ? [likelihoodOf(prices, [{ real, units, baseNano }])]
      : []
  })
  const priced = lines.filter(({ baseNano }) => baseNano > 0n)
  return priced.length < 2 ? single : [...single, ...scaled(priced, restNano, slack)]
}

/**
 * Returns whether an operation's price may have changed between the pages of a window, so that some of them caused the
 * rest. Any factor is possible, but no page gives anything back.
 */
export function isMidWindowChangePossible(
  line: CountedSum,
  restNano: Nano,
  knownNano: Nano | undefined,
): boolean {
  if (line.units === 0n || line.unpricedItems > 0) return false
  return -restNano < lineCostNano(line, knownNano)
}

/**
 * Returns whether the pages of a line cost this much together if some took the old price and some the new one, because
 * it changed between them. `wasNano` is null for the price that they were booked at.
 */
export function isMixedPriceCost(
  line: CountedSum,
  costNano: Nano,
  wasNano: Nano | null,
  realNano: Nano,
): boolean {
  const { units } = line
  const oldNano = wasNano === null ? line.chargeNano : units * wasNano
  const differenceNano = realNano * units - oldNano
  if (units === 0n || differenceNano === 0n) return false
  // The number of units at the new price, in proportion.
  const part = (costNano - oldNano) * units
  return part % differenceNano === 0n && part / differenceNano > 0n && part / differenceNano < units
}

/** Returns the cost of a line's pages at the known real price, or else as booked. */
export const lineCostNano = (line: CountedSum, realNano: Nano | undefined): Nano =>
  realNano === undefined ? line.chargeNano : line.units * realNano

interface Line {
  readonly operation: OperationName
  readonly units: bigint
  readonly baseNano: Nano
}

interface PricedLine extends Pick<Line, 'units' | 'baseNano'> {
  readonly real: Nano
}

function scaled(lines: readonly Line[], restNano: Nano, slack: Nano): Hypothesis[] {
  const total = lines.reduce((sum, { baseNano }) => sum + baseNano, 0n)
  const reals = lines.map((line) => ({
    ...line,
    real: divide(line.baseNano * (total + restNano), total * line.units),
  }))
  const cost = reals.reduce((sum, { real, units }) => sum + real * units, 0n)
  const areAll = reals.every(({ real, units, baseNano }) => isOther(real * units, baseNano))
  const prices = Object.fromEntries(reals.map(({ operation, real }) => [operation, real]))
  return areAll && within(cost - total - restNano, slack) ? [likelihoodOf(prices, reals)] : []
}

const likelihoodOf = (prices: RealPrices, lines: readonly PricedLine[]): Hypothesis => ({
  prices,
  beside: {},
  isLikely: lines.every(
    ({ real, units, baseNano }) => hasFewDigits(real) && isUsualChange(real * units, baseNano),
  ),
})

const within = (nano: Nano, slack: Nano): boolean => (nano < 0n ? -nano : nano) <= slack

/** Divides and rounds to the nearest integer. Only for amounts that are not negative. */
const divide = (nano: Nano, by: bigint): Nano => (nano + by / 2n) / by

/**
 * Returns whether the price differs. A price of nothing is left out, because charges that do not show yet look like
 * one.
 */
const isOther = (real: Nano, base: Nano): boolean => real > 0n && real !== base

const isUsualChange = (real: Nano, base: Nano): boolean =>
  real <= base * USUAL_TIMES && base <= real * USUAL_TIMES

const hasFewDigits = (nano: Nano): boolean => nano.toString().replace(/0+$/, '').length <= FEW_DIGITS
