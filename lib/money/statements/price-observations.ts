import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import type { CountedSum } from '@/lib/money/ledger'
import { isExplained, type Movement, unitsOf } from './account-for'

/** The price of a tariff unit that a window's pages show. A unit is an item if only items are charged. */
export interface Observation {
  readonly operation: OperationName
  readonly priceNano: Nano
  readonly items: number
  readonly at: Date
  /** Items of other operations that shared the window, by operation, per item of its own; null if there were none. */
  readonly mix: string | null
  /** True if nothing else is known to have moved the balance. */
  readonly isQuiet: boolean
  /** True if the pages cost a whole number of nano-credits per item. */
  readonly isWhole: boolean
}

/** Returns the price of an operation in a window of that moment; null if not known. */
export type PriceAt = (operation: OperationName, at: Date) => Nano | null

/** Returns what windows with pages of one operation show, oldest first. */
export const observeAlone = (movements: readonly Movement[]): Observation[] =>
  movements.flatMap((movement) => {
    const [only, ...others] = linesOf(movement)
    if (!only || others.length > 0 || movement.lostNano !== 0n) return []
    return observation(movement, only, costOf(movement), null)
  })

/** Returns what windows of several operations show of one, where the prices of all others are known, oldest first. */
export const observeMixed = (movements: readonly Movement[], priceAt: PriceAt): Observation[] =>
  movements.flatMap((movement) => {
    const lines = linesOf(movement)
    // It is not known which of the operations has another price than the booked one.
    if (lines.length < 2 || movement.lostNano !== 0n || movement.shiftNano !== 0n || !isQuiet(movement))
      return []
    const known = new Map(lines.map(([name, line]) => [name, chargeOf(line, priceAt(name, movement.to))]))
    const unpriced = lines.filter(([, line]) => line.unpricedItems > 0)
    const unsure = unpriced.filter(([name]) => known.get(name) === null)
    const asked = unpriced.length === 1 ? unpriced : unsure
    const [only] = asked
    if (!only || asked.length > 1) return []
    const others = lines.filter((line) => line !== only)
    const othersNano = others.reduce((sum, [name]) => sum + (known.get(name) ?? 0n), 0n)
    return observation(movement, only, costOf(movement) - othersNano, mixOf(only, others))
  })

type PagesLine = readonly [operation: OperationName, line: CountedSum]

const linesOf = ({ settled }: Movement): PagesLine[] =>
  operationEntries(settled).filter(([, line]) => pricedBy(line) > 0n)

/** Returns what a line's price multiplies: units of its tariff, and items without a known price. */
const pricedBy = ({ units, unpricedItems }: CountedSum): bigint => units + BigInt(unpricedItems)

/** Returns the cost of all pages of a window, as far as the balance shows. */
const costOf = (movement: Movement): Nano =>
  linesOf(movement).reduce(
    (sum, [, { chargeNano }]) => sum + chargeNano,
    movement.dropNano - movement.resolvedNano,
  )

const chargeOf = (line: CountedSum, priceNano: Nano | null): Nano | null => {
  if (line.unpricedItems === 0) return line.chargeNano
  return priceNano === null ? null : line.chargeNano + BigInt(line.unpricedItems) * priceNano
}

function observation(movement: Movement, [operation, line]: PagesLine, costNano: Nano, mix: string | null) {
  if (costNano < 0n) return []
  const by = pricedBy(line)
  const priceNano = (costNano + by / 2n) / by
  const shown = { priceNano, isWhole: costNano % by === 0n }
  return [{ operation, items: line.items, at: movement.to, ...shown, mix, isQuiet: isQuiet(movement) }]
}

const isQuiet = (movement: Movement): boolean =>
  isExplained(movement) && movement.unexplainedNano === 0n && unitsOf(movement) > 0n

const mixOf = ([, own]: PagesLine, others: readonly PagesLine[]): string =>
  others.map(([name, { items }]) => `${name}:${items / own.items}`).join()
