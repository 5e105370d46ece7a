import { type ByOperation, type Micro, type Operation, operationEntries } from '@/lib/kernel'
import type { SettledSum } from '@/lib/money/ledger'
import type { Window } from './windows'

/** The real price of operations' items, in micro-credits per item, where it differs from the booked one. */
export type RealPrices = Partial<ByOperation<Micro>>

/** A price that would explain a window. */
export interface Hypothesis {
  readonly prices: RealPrices
  /** People choose prices, so most have few digits: such a one is likely before other pages confirm it. */
  readonly isRound: boolean
}

const FEW_DIGITS = 3
const MOST_TIMES = 20n

/** What a window's items cost at real prices beyond the booked amount, in micro-credits. */
export function differenceAt(prices: RealPrices, { settled }: Window): Micro {
  let sum = 0n
  for (const [operation, priceMicro] of operationEntries(prices)) {
    const line = settled[operation]
    if (line) sum += pricedItems(line) * priceMicro - line.chargeMicro
  }
  return sum
}

/** Each page's charge may have been rounded to a micro-credit. */
const roundingOf = ({ settled }: Window): Micro =>
  Object.values(settled).reduce((sum, { pages }) => sum + BigInt(pages), 0n)

/** Whether an amount is no more than rounding. */
export const isRounding = (micro: Micro, window: Window): boolean =>
  (micro < 0n ? -micro : micro) <= roundingOf(window)

/** Whether a window used operations of a hypothesis: only then does it prove anything. */
export const isEvidence = (prices: RealPrices, { settled }: Window): boolean =>
  operationEntries(prices).some(([operation]) => (settled[operation]?.items ?? 0) > 0)

/**
 * The prices that would explain a window's rest: one operation's has changed, or all of them by the same factor.
 * `known` are real prices found before. A rest that is no number of micro-credits for each item is not a price.
 */
export function hypothesesFor(window: Window, restMicro: Micro, known: RealPrices): Hypothesis[] {
  const lines = operationEntries(window.settled)
    .filter(([, line]) => line.items > 0 && line.unpricedItems === 0)
    .map(([operation, line]) => {
      const items = pricedItems(line)
      const price = known[operation]
      return { operation, items, baseMicro: price === undefined ? line.chargeMicro : items * price }
    })
    .filter(({ baseMicro }) => baseMicro > 0n)
  const slack = roundingOf(window)
  const single = lines.flatMap(({ operation, items, baseMicro }) => {
    const real = divide(baseMicro + restMicro, items)
    const isExact = within(real * items - baseMicro - restMicro, slack)
    return isExact && isPlausible(real * items, baseMicro) ? [{ [operation]: real }] : []
  })
  return [...single, ...(lines.length < 2 ? [] : scaled(lines, restMicro, slack))].map((prices) => ({
    prices,
    isRound: operationEntries(prices).every(([, micro]) => hasFewDigits(micro)),
  }))
}

interface Line {
  readonly operation: Operation
  readonly items: bigint
  readonly baseMicro: Micro
}

function scaled(lines: readonly Line[], restMicro: Micro, slack: Micro): RealPrices[] {
  const total = lines.reduce((sum, { baseMicro }) => sum + baseMicro, 0n)
  const reals = lines.map((line) => ({
    ...line,
    real: divide(line.baseMicro * (total + restMicro), total * line.items),
  }))
  const cost = reals.reduce((sum, { real, items }) => sum + real * items, 0n)
  const areAll = reals.every(({ real, items, baseMicro }) => isPlausible(real * items, baseMicro))
  return areAll && within(cost - total - restMicro, slack)
    ? [Object.fromEntries(reals.map(({ operation, real }) => [operation, real]))]
    : []
}

const pricedItems = (line: SettledSum): bigint => BigInt(line.items - line.unpricedItems)

const within = (micro: Micro, slack: Micro): boolean => (micro < 0n ? -micro : micro) <= slack

/** Rounds to the nearest integer; for amounts that are not negative. */
const divide = (micro: Micro, by: bigint): Micro => (micro + by / 2n) / by

const isPlausible = (real: Micro, base: Micro): boolean =>
  real > 0n && real !== base && real <= base * MOST_TIMES && base <= real * MOST_TIMES

const hasFewDigits = (micro: Micro): boolean => micro.toString().replace(/0+$/, '').length <= FEW_DIGITS
