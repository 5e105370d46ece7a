import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import type { CountedSum } from '@/lib/money/ledger'
import { countChargedUnits, isExplained, type Movement } from './account-for'

/** The apparent cost of an operation's items, by the balance readings around our own pages. */
export interface PriceEstimate {
  readonly operation: OperationName
  /** Nano-credits per item: the median of the observations, weighted by their items. */
  readonly priceNano: Nano
  /** Half of the range that contains the middle half of the observations. */
  readonly spreadNano: Nano
  readonly observations: number
  readonly items: number
  /** When the observed price last changed; null if it never did. */
  readonly changedAt: Date | null
  /**
   * True if it can only be a price per item: not somebody else's spend, not another operation's new price, and not a
   * part per call, which leaves no whole amount for each item.
   */
  readonly isSure: boolean
}

const MAX_OBSERVATIONS = 20
/** Difference from the last observations at which two in a row count as a new price. */
const AGREE_PER_MILLE = 20n
/** Number of windows in a row with other movements after which these are used, too. */
const MAX_UNQUIET = 3

/**
 * Infers prices from a wallet's movements (oldest first). Each window with pages of one operation and nothing unusual
 * is an observation. In windows of several operations, the others count at the price they had then.
 */
export function inferPrices(movements: readonly Movement[]): PriceEstimate[] {
  const windows = byOperation(observeAlone(movements))
  const alone = new Map([...windows].map(([operation, all]) => [operation, ofUse(all)]))
  const priceAt = pricesOver(alone)
  const mixed = byOperation(
    observeMixed(movements, priceAt).filter(({ operation, at, priceNano }) => {
      const own = alone.get(operation)?.length ? priceAt(operation, at) : priceNano
      // If an operation's own windows contradict it, another operation's price has changed.
      return own !== null && doAgree(own, priceNano)
    }),
  )
  const operations = [...new Set([...alone.keys(), ...mixed.keys()])].sort()
  return operations.flatMap((operation) => {
    const all = [...(alone.get(operation) ?? []), ...(mixed.get(operation) ?? [])]
    if (all.length === 0) return []
    return estimate(
      operation,
      all.sort((one, two) => one.at.getTime() - two.at.getTime()),
    )
  })
}

/**
 * Returns the quiet observations. If the last ones are not quiet, includes all since the last quiet one, so that a
 * price does not stay hidden for ever.
 */
function ofUse(observations: readonly Observation[]): Observation[] {
  const last = observations.findLastIndex(({ isQuiet }) => isQuiet)
  const isHidden = observations.length - 1 - last >= MAX_UNQUIET
  return observations.filter(({ isQuiet }, index) => isQuiet || (isHidden && index > last))
}

function byOperation(observations: readonly Observation[]): Map<OperationName, Observation[]> {
  const map = new Map<OperationName, Observation[]>()
  for (const one of observations) {
    const own = map.get(one.operation)
    if (own) own.push(one)
    else map.set(one.operation, [one])
  }
  return map
}

/**
 * Returns a function of the price that an operation's own windows show for a moment; null before the first, and while
 * it changed.
 */
function pricesOver(alone: ReadonlyMap<OperationName, readonly Observation[]>): PriceLookup {
  const spans = new Map([...alone].map(([operation, all]) => [operation, spansOf(all)]))
  return (operation, at) => {
    const own = spans.get(operation) ?? []
    const span = own.findLast(({ from }) => from <= at)
    return span && (at <= span.to || span === own.at(-1)) ? span.priceNano : null
  }
}

interface PriceSpan {
  readonly from: Date
  readonly to: Date
  readonly priceNano: Nano
}

function spansOf(all: readonly Observation[]): PriceSpan[] {
  const starts = changesIn(all)
  return starts.flatMap((start, index) => {
    const own = all.slice(start, starts[index + 1])
    const [first, last] = [own[0], own.at(-1)]
    return first && last ? [{ from: first.at, to: last.at, priceNano: quantile(own, 0.5) }] : []
  })
}

function estimate(operation: OperationName, all: readonly Observation[]): PriceEstimate {
  const start = changesIn(all).at(-1) ?? 0
  const recent = all.slice(start).slice(-MAX_OBSERVATIONS)
  return {
    operation,
    priceNano: quantile(recent, 0.5),
    spreadNano: (quantile(recent, 0.75) - quantile(recent, 0.25)) / 2n,
    observations: recent.length,
    items: recent.reduce((sum, { items }) => sum + items, 0),
    changedAt: start === 0 ? null : (all[start]?.at ?? null),
    isSure:
      recent.every(({ isQuiet }) => isQuiet) && isProven(recent) && recent.some(({ isWhole }) => isWhole),
  }
}

/**
 * Returns whether observations prove a price. Among windows of several operations, only different mixtures show that
 * no other price has changed.
 */
const isProven = (observations: readonly Observation[]): boolean => {
  const mixes = new Set(observations.map(({ mix }) => mix))
  return mixes.has(null) || mixes.size > 1
}

/**
 * Returns the starts of the observations of each price, including the first. A new price shows in two in a row that
 * agree with each other, but not with those before.
 */
function changesIn(all: readonly Observation[]): number[] {
  const starts = [0]
  /**
   * Index from which all observations have the same price. Nearly always that is all of them, so no median is needed.
   */
  let same = 0
  for (let index = 1; index < all.length; index++) {
    const start = starts.at(-1) ?? 0
    const [one, two] = [all[index - 1], all[index]]
    if (one?.priceNano !== two?.priceNano) same = index
    if (!one || !two || index - 1 <= start || !isProven([one, two])) continue
    if (same <= Math.max(start, index - 1 - MAX_OBSERVATIONS)) continue
    const before = quantile(all.slice(Math.max(start, index - 1 - MAX_OBSERVATIONS), index - 1), 0.5)
    if (doAgree(one.priceNano, two.priceNano) && !doAgree(before, two.priceNano)) starts.push(index - 1)
  }
  return starts
}

/**
 * Returns whether two observations show one price. Neither is the right one, so the larger is the measure. The
 * tolerance is wide because the readings around a single window are rounded.
 */
const doAgree = (one: Nano, two: Nano): boolean => {
  const off = one > two ? one - two : two - one
  return off * 1000n <= (one > two ? one : two) * AGREE_PER_MILLE
}

/** Returns the quantile of observed prices, weighted by items. */
function quantile(observations: readonly Observation[], share: number): Nano {
  const sorted = observations.toSorted((one, two) => (one.priceNano < two.priceNano ? -1 : 1))
  const half = sorted.reduce((sum, { items }) => sum + items, 0) * share
  let sum = 0
  for (const { priceNano, items } of sorted) {
    sum += items
    if (sum >= half) return priceNano
  }
  return 0n
}

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
export type PriceLookup = (operation: OperationName, at: Date) => Nano | null

/** Returns what windows with pages of one operation show, oldest first. */
const observeAlone = (movements: readonly Movement[]): Observation[] =>
  movements.flatMap((movement) => {
    const [only, ...others] = linesOf(movement)
    if (!only || others.length > 0 || movement.lostNano !== 0n) return []
    return observation(movement, only, costOf(movement), null)
  })

/** Returns what windows of several operations show of one, where the prices of all others are known, oldest first. */
const observeMixed = (movements: readonly Movement[], priceAt: PriceLookup): Observation[] =>
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
  isExplained(movement) && movement.unexplainedNano === 0n && countChargedUnits(movement) > 0n

const mixOf = ([, own]: PagesLine, others: readonly PagesLine[]): string =>
  others.map(([name, { items }]) => `${name}:${items / own.items}`).join()
