import { type Micro, type Operation, operationEntries } from '@/lib/kernel'
import type { SettledSum } from '@/lib/money/ledger'
import { isExplained, itemsOf, type Movement } from './account-for'

/** What an operation's items seem to cost, by the balance readings around our own pages. */
export interface PriceEstimate {
  readonly operation: Operation
  /** Micro-credits per item: the median of the observations, by their items. */
  readonly priceMicro: Micro
  /** Half of the range in which the middle half of the observations lies. */
  readonly spreadMicro: Micro
  readonly observations: number
  readonly items: number
  /** When the observed price last changed; null if it never did. */
  readonly changedAt: Date | null
}

interface Observation {
  readonly operation: Operation
  readonly priceMicro: Micro
  readonly items: number
  readonly at: Date
}

const MOST_OBSERVATIONS = 20
/** An observation that differs more than this from the last ones, twice, is a new price. */
const AGREE_PER_MILLE = 20n

/**
 * Infers prices from a wallet's movements. Each window with pages of one operation and nothing unusual is an
 * observation. In windows of several operations the others count with their known prices.
 */
export function inferPrices(movements: readonly Movement[]): PriceEstimate[] {
  const single = movements.flatMap((movement) => observe(movement, new Map()))
  const known = new Map(estimate(single).map(({ operation, priceMicro }) => [operation, priceMicro]))
  return estimate(movements.flatMap((movement) => observe(movement, known)))
}

/** The price that a window shows; null if it shows none, or if something else moved the balance. */
function observe(movement: Movement, known: ReadonlyMap<Operation, Micro>): Observation[] {
  const isQuiet = isExplained(movement) && movement.unexplainedMicro === 0n && movement.lostMicro === 0n
  if (!isQuiet || itemsOf(movement) === 0) return []
  const lines = operationEntries(movement.settled).filter(([, { items }]) => items > 0)
  const bookedMicro = lines.reduce((sum, [, { chargeMicro }]) => sum + chargeMicro, 0n)
  const costMicro = bookedMicro + movement.dropMicro - movement.resolvedMicro
  const unsure = lines.filter(([operation, line]) => costOf(line, known.get(operation)) === null)
  const asked = lines.length === 1 ? lines : unsure
  const [only] = asked
  if (!only || asked.length > 1) return []
  const [operation, { items }] = only
  const others = lines
    .filter((line) => line !== only)
    .reduce((sum, [name, line]) => sum + (costOf(line, known.get(name)) ?? 0n), 0n)
  const ownMicro = costMicro - others
  return ownMicro < 0n
    ? []
    : [{ operation, items, at: movement.to, priceMicro: (ownMicro + BigInt(items) / 2n) / BigInt(items) }]
}

const costOf = (line: SettledSum, known: Micro | undefined): Micro | null => {
  if (line.unpricedItems === 0) return line.chargeMicro
  return known === undefined ? null : line.chargeMicro + BigInt(line.unpricedItems) * known
}

function estimate(observations: readonly Observation[]): PriceEstimate[] {
  const operations = [...new Set(observations.map(({ operation }) => operation))].sort()
  return operations.map((operation) => {
    const all = observations.filter((observation) => observation.operation === operation)
    const start = lastChange(all)
    const recent = all.slice(start).slice(-MOST_OBSERVATIONS)
    const priceMicro = quantile(recent, 0.5)
    return {
      operation,
      priceMicro,
      spreadMicro: (quantile(recent, 0.75) - quantile(recent, 0.25)) / 2n,
      observations: recent.length,
      items: recent.reduce((sum, { items }) => sum + items, 0),
      changedAt: start === 0 ? null : (all[start]?.at ?? null),
    }
  })
}

/**
 * The start of the observations of the present price: two in a row that agree with each other, but not with those
 * before.
 */
function lastChange(all: readonly Observation[]): number {
  let start = 0
  for (let place = 1; place < all.length; place++) {
    const [one, two] = [all[place - 1], all[place]]
    if (!one || !two || place - 1 <= start) continue
    const before = quantile(all.slice(start, place - 1), 0.5)
    if (doAgree(one.priceMicro, two.priceMicro) && !doAgree(before, two.priceMicro)) start = place - 1
  }
  return start
}

/**
 * Whether two observations show one price. Neither is the right one, so the larger is the measure; and wide, since the
 * balance readings around a single window are rounded.
 */
const doAgree = (one: Micro, two: Micro): boolean => {
  const off = one > two ? one - two : two - one
  return off * 1000n <= (one > two ? one : two) * AGREE_PER_MILLE
}

/** The weighted quantile of observed prices, by items. */
function quantile(observations: readonly Observation[], share: number): Micro {
  const sorted = observations.toSorted((one, two) => (one.priceMicro < two.priceMicro ? -1 : 1))
  const half = sorted.reduce((sum, { items }) => sum + items, 0) * share
  let sum = 0
  for (const { priceMicro, items } of sorted) {
    sum += items
    if (sum >= half) return priceMicro
  }
  return 0n
}
