import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import type { CountedSum, LostCall } from '@/lib/money/ledger'
import { accountForWindow, isExplained, isLostCostUnknown, type Movement } from './account-for'
import type { ExplainedWindows } from './movements'
import { priceDifferenceNano } from './price-hypotheses'
import type { Window } from './windows'

/**
 * The cost of an operation's pages if no price per item alone fits: a price per item and one per call, in
 * nano-credits.
 */
export interface CallPart {
  readonly operation: OperationName
  readonly priceNano: Nano
  readonly perCallNano: Nano
  /** Number of windows that show it, and of their items. */
  readonly observations: number
  readonly items: number
}

/** A window with pages of only one operation, and their cost. */
interface Sample extends Cost {
  readonly to: Date
  readonly isBooked: boolean
  /** The price at which the units of the booked tariff cost this, if it is whole and not the booked one. */
  readonly unitNano: Nano | null
}

interface Cost extends Pages {
  readonly costNano: Nano
}

interface Pages {
  readonly items: bigint
  readonly pages: bigint
}

interface Price {
  readonly item: Nano
  readonly call: Nano
}

/** Maximum number of windows compared in pairs. A part per call shows within them, or all pages have the same size. */
const SAMPLES_AT_ONCE = 20

/** Minimum number of windows with pages of one size that show a charge per call, if no price per item is whole. */
const MIN_ALIKE = 3

/**
 * Finds the operations whose pages cost something per call in addition to their items, by the windows (oldest first)
 * that have pages of only one operation. Smaller pages then look more expensive per item, repeatedly and by exact
 * amounts.
 */
export function findCallParts(windows: readonly Window[]): CallPart[] {
  return [...samplesOf(windows)].flatMap(([operation, samples]) => {
    for (let to = samples.length; to > 0; to -= SAMPLES_AT_ONCE) {
      const found = partIn(samples.slice(Math.max(0, to - SAMPLES_AT_ONCE), to))
      if (found) return [{ operation, ...found }]
    }
    const alike = callAlone(samples.slice(-SAMPLES_AT_ONCE))
    return alike ? [{ operation, ...alike }] : []
  })
}

/**
 * Returns a price per call if all pages have one size and a price per item would not be whole. It holds until other
 * pages show more.
 */
function callAlone(samples: readonly Sample[]): Omit<CallPart, 'operation'> | null {
  const [first] = samples
  if (!first || samples.length < MIN_ALIKE || first.items === 0n) return null
  const price = { item: 0n, call: first.costNano / first.pages }
  const areAlike = samples.every((one) => isOfSize(one, first) && costAt(price, one) === one.costNano)
  return areAlike && first.costNano > 0n && first.costNano % first.items !== 0n ? found(price, samples) : null
}

const found = ({ item, call }: Price, samples: readonly Sample[]): Omit<CallPart, 'operation'> => ({
  priceNano: item,
  perCallNano: call,
  observations: samples.length,
  items: Number(samples.reduce((sum, { items }) => sum + items, 0n)),
})

function samplesOf(windows: readonly Window[]): Map<OperationName, Sample[]> {
  const samples = new Map<OperationName, Sample[]>()
  for (const { settled, dropNano, lost, to } of windows) {
    if (lost.length > 0) continue
    const [only, ...others] = operationEntries(settled).filter(([, line]) => line.pages > 0)
    if (!only || others.length > 0) continue
    const [operation, { items, pages, chargeNano, units }] = only
    const [costNano, isBooked] = [dropNano + chargeNano, dropNano === 0n]
    const unitNano = !isBooked && units > 0n && costNano % units === 0n ? costNano / units : null
    const sample = { to, items: BigInt(items), pages: BigInt(pages), costNano, isBooked, unitNano }
    const known = samples.get(operation)
    if (known) known.push(sample)
    else samples.set(operation, [sample])
  }
  return samples
}

function partIn(samples: readonly Sample[]): Omit<CallPart, 'operation'> | null {
  const [first] = samples
  if (!first || samples.every((one) => one.costNano * first.items === first.costNano * one.items)) return null
  const fitting = (price: Price) => samples.filter((one) => costAt(price, one) === one.costNano)
  const byItems = samples.flatMap((one) => priceByItems(one))
  const max = byItems.reduce((max, price) => Math.max(max, fitting(price).length), 0)
  for (const [index, one] of samples.entries())
    for (const other of samples.slice(index + 1)) {
      const price = priceByBoth(one, other)
      if (!price) continue
      const shown = fitting(price)
      // Somebody else, or a change of price, may have affected some of the others.
      if (shown.length > max && shown.length * 3 >= samples.length * 2 && isShown(shown))
        return found(price, shown)
    }
  return null
}

const costAt = ({ item, call }: Price, { items, pages }: Pages): Nano => item * items + call * pages

const priceByItems = ({ items, costNano }: Sample): Price[] =>
  items > 0n && costNano % items === 0n ? [{ item: costNano / items, call: 0n }] : []

const isOfSize = (one: Pages, other: Pages): boolean => one.items * other.pages === other.items * one.pages

/** Returns the price that two windows of different page sizes show together, if it is whole and has a part per call. */
function priceByBoth(one: Cost, other: Cost): Price | null {
  const by = one.items * other.pages - other.items * one.pages
  if (by === 0n) return null
  const rest = one.costNano * other.pages - other.costNano * one.pages
  const item = rest / by
  const call = (one.costNano - item * one.items) / one.pages
  const price = { item, call }
  const isExact = costAt(price, one) === one.costNano && costAt(price, other) === other.costNano
  return isExact && item >= 0n && call > 0n ? price : null
}

/**
 * Returns whether samples prove their price. Two page sizes fit any two prices, so a third size must confirm them, or
 * both sizes must alternate: after a change of price, the first size would not cost the same again.
 */
function isShown(samples: readonly Sample[]): boolean {
  const sizes = samples.map(
    ({ items, pages }) => items / pages + (items % pages === 0n ? '' : `+${items % pages}/${pages}`),
  )
  const turns = sizes.filter((size, index) => size !== sizes[index - 1]).length
  return new Set(sizes).size > 2 || turns > 3
}

/** Windows rebooked with a part per call that their pages cost but were booked without. */
export interface RebookedWindows {
  readonly windows: readonly Window[]
  /** Returns the same movements, with the difference as a difference of prices. */
  restore(movements: readonly Movement[]): Movement[]
}

/**
 * Returns the parts per call without which windows stay unexplained. The booked tariff may already have such a part:
 * then its new price explains them, and also windows of several operations and lost calls.
 */
export function neededParts(parts: readonly CallPart[], windows: readonly Window[]): CallPart[] {
  const samples = parts.length === 0 ? null : samplesOf(windows)
  return parts.filter((part) => isNeeded(part, samples?.get(part.operation) ?? []))
}

/** Returns whether no other price of a unit explains as many windows. */
function isNeeded({ priceNano, perCallNano }: CallPart, samples: readonly Sample[]): boolean {
  const price = { item: priceNano, call: perCallNano }
  const counts = new Map<Nano, number>()
  let [explained, max] = [0, 0]
  for (const one of samples) {
    if (one.unitNano === null) continue
    const count = (counts.get(one.unitNano) ?? 0) + 1
    counts.set(one.unitNano, count)
    if (count > max) max = count
  }
  for (const one of samples) if (!one.isBooked && costAt(price, one) === one.costNano) explained++
  return max === 0 || explained > max
}

/**
 * Books windows at prices with a part per call if exactly that explains them, so that nothing remains for which
 * somebody else could be blamed. `before` are the movements without it that are already known: by the prices that other
 * operations have in them, more windows are explained. Next to lost calls no window is explained exactly, so it is only
 * booked so if it has no other explanation, and their sum is then not known.
 */
export function rebookWithCallParts(
  parts: readonly CallPart[],
  windows: readonly Window[],
  before: readonly Movement[] = [],
): RebookedWindows {
  const differences = new Map<number, Nano>()
  const mixed = new Set<number>()
  const rebooked = windows.map((window, index) => {
    const isPriced = operationEntries(window.settled).every(([, { unpricedItems }]) => unpricedItems === 0)
    if (!isPriced) return window
    const { settled, differenceNano } = bookWith(parts, window)
    const lost = window.lost.map((call) => raiseMax(parts, call))
    if (differenceNano === 0n && lost.every((call, at) => call === window.lost[at])) return window
    const known = before[index]
    const dropNano = window.dropNano - differenceNano
    const booked = { ...window, settled, dropNano, lost }
    const restNano = dropNano - (known?.resolvedNano ?? 0n) - priceDifferenceNano(known?.real ?? {}, booked)
    if (!lost.some(isLostCostUnknown)) {
      if (restNano !== 0n || (lost.length > 0 && !known)) return window
    } else {
      if (!known || !isExplained(accountForWindow(booked, known.real))) return window
      mixed.add(index)
      if (!isOpen(known)) return window
    }
    differences.set(index, differenceNano)
    return booked
  })
  return {
    windows: rebooked,
    restore: (movements) =>
      movements.map((movement, index) => {
        const [window, differenceNano] = [windows[index], differences.get(index)]
        const isMixed = movement.isMixed || mixed.has(index)
        if (!window || differenceNano === undefined) return isMixed ? { ...movement, isMixed } : movement
        const { settled, dropNano, lost } = window
        const shiftNano = movement.shiftNano + differenceNano
        return { ...movement, settled, dropNano, lost, shiftNano, isMixed }
      }),
  }
}

/** Returns whether a part per call, or another price beside it, may explain more of a movement. */
const isOpen = (movement: Movement): boolean => !isExplained(movement) || movement.unexplainedNano !== 0n

/** Returns whether movements should be explained once more, by the prices that are known after the first time. */
export const needSecondLook = (movements: readonly Movement[]): boolean =>
  movements.some((movement) => isOpen(movement) || movement.lost.some(isLostCostUnknown))

/** Returns a window's pages booked with their parts per call, and by how much that is more than they were booked. */
function bookWith(parts: readonly CallPart[], window: Window) {
  const settled = { ...window.settled }
  let differenceNano = 0n
  for (const { operation, priceNano, perCallNano } of parts) {
    const line = settled[operation]
    if (!line || line.pages === 0) continue
    const pages = { items: BigInt(line.items), pages: BigInt(line.pages) }
    const chargeNano = costAt({ item: priceNano, call: perCallNano }, pages)
    differenceNano += chargeNano - line.chargeNano
    // The units were counted at another price and say nothing about this one.
    settled[operation] = { ...line, chargeNano, units: 0n }
  }
  return { settled, differenceNano }
}

/** Returns a lost call that may have cost what a page of its operation costs with its part per call. */
function raiseMax(parts: readonly CallPart[], call: LostCall): LostCall {
  const part = parts.find(({ operation }) => operation === call.operation)
  if (!part || call.maxNano === null) return call
  const maxNano = costAt(
    { item: part.priceNano, call: part.perCallNano },
    { items: BigInt(call.maxItems), pages: 1n },
  )
  return maxNano > call.maxNano ? { ...call, maxNano } : call
}

/** Tells what windows show of operations whose price nobody states. */
interface ShownSizes {
  isUnstated(operation: OperationName, to: Date): boolean
  /** Returns the windows of one operation alone that cost what was booked, since its price last changed. */
  samplesAround(operation: OperationName, to: Date): readonly Sample[]
}

type Explained = Pick<ExplainedWindows, 'movements' | 'shifts'>

function shownSizes({ movements, shifts }: Explained): ShownSizes {
  let clear: ReturnType<typeof samplesOf> | null = null
  const unpriced = new Set(
    movements.flatMap(({ settled }) =>
      operationEntries(settled).flatMap(([name, { unpricedItems }]) => (unpricedItems > 0 ? name : [])),
    ),
  )
  const samplesAround = (operation: OperationName, to: Date) => {
    clear ??= samplesOf(
      movements.filter((movement) => isExplained(movement) && movement.unexplainedNano === 0n),
    )
    const changes = shifts.flatMap((shift) => (shift.operation === operation ? shift.since : []))
    const [from, until] = [changes.findLast((at) => at <= to), changes.find((at) => at > to)]
    return (clear.get(operation) ?? [])
      .filter((one) => one.to >= (from ?? one.to) && (!until || one.to < until))
      .slice(-SAMPLES_AT_ONCE)
  }
  return {
    isUnstated(operation, to) {
      if (unpriced.has(operation)) return true
      if (!shifts.some((shift) => shift.operation === operation)) return false
      // Only readings show the new price. If all pages have one size, it may be a price per call in part.
      const [first, ...others] = samplesAround(operation, to)
      return !first || others.every((one) => isOfSize(one, first))
    },
    samplesAround,
  }
}

/**
 * Returns a test of whether pages or lost calls of a window may have cost something else than their price says, because
 * nobody states it and other windows show it for pages of another size only.
 */
export function createPartTest(explained: Explained): (movement: Movement) => boolean {
  let sizes: ShownSizes | null = null
  return ({ settled, lost, to }) => {
    sizes ??= shownSizes(explained)
    const { isUnstated, samplesAround } = sizes
    const mayCost = (name: OperationName, own: Pages | null) => {
      if (!isUnstated(name, to)) return false
      const [first, ...others] = samplesAround(name, to).filter((one) => one.to.getTime() !== to.getTime())
      return !first || !((own && isOfSize(own, first)) || others.some((one) => !isOfSize(one, first)))
    }
    return (
      operationEntries(settled).some(
        ([name, { items, pages }]) =>
          pages > 0 && mayCost(name, { items: BigInt(items), pages: BigInt(pages) }),
      ) || lost.some((call) => isLostCostUnknown(call) && mayCost(call.operation, null))
    )
  }
}

/**
 * Doubts outside spend in windows with calls of no stated price that may have cost as much themselves: either the next
 * pages have not shown it yet, or all have one size, which says nothing about a part per call.
 */
export function doubtAgainstUnpricedPages(explained: Explained): readonly Movement[] {
  const { movements } = explained
  const isCertain = ({ outsideNano, perhapsOurs }: Movement) => outsideNano > 0n && perhapsOurs === null
  if (!movements.some(isCertain)) return movements
  const { isUnstated, samplesAround } = shownSizes(explained)
  const mayCost = (
    movement: Movement,
    operation: OperationName,
    { items, pages, chargeNano }: CountedSum,
  ) => {
    const { to, shiftNano, outsideNano, lostNano } = movement
    const known = samplesAround(operation, to)
    const [first, last] = [known[0], known.at(-1)]
    if (!first || !last) return true
    const costNano = chargeNano + shiftNano + outsideNano
    const own = { items: BigInt(items), pages: BigInt(pages), costNano }
    if (isUnstated(operation, to)) {
      const hasShown = last.to >= to && (known.some((one) => !isOfSize(one, first)) || isOfSize(own, first))
      if (!hasShown) return true
    }
    if (lostNano > 0n) return false
    const price = priceByBoth(own, first)
    return price !== null && known.every((one) => costAt(price, one) === one.costNano)
  }
  /** Returns whether lost calls may have cost a whole page of the only size that others had, however few they asked. */
  const mayHaveLost = ({ lost, to, outsideNano }: Movement) => {
    let maxNano = 0n
    for (const { operation, maxNano: bookedNano } of lost.filter(isLostCostUnknown)) {
      if (bookedNano === null || !isUnstated(operation, to)) continue
      const known = samplesAround(operation, to)
      const [first] = known
      if (!first) return true
      if (known.some((one) => !isOfSize(one, first))) continue
      const pageNano = first.costNano / first.pages
      if (pageNano > bookedNano) maxNano += pageNano - bookedNano
    }
    return outsideNano <= maxNano
  }
  /** Returns whether pages of several operations may have cost together what those of each alone have cost since. */
  const mayHaveRisen = ({ settled, to, outsideNano, unpricedNano }: Movement) => {
    const lines = operationEntries(settled).filter(([, { unpricedItems }]) => unpricedItems > 0)
    if (lines.length < 2) return false
    let maxNano = 0n
    for (const [name, { items, pages }] of lines)
      maxNano += maxCostOf({ items: BigInt(items), pages: BigInt(pages) }, samplesAround(name, to))
    return outsideNano + unpricedNano <= maxNano
  }
  return movements.map((movement) => {
    const { outsideNano, settled } = movement
    const isPerhapsOurs =
      isCertain(movement) &&
      (operationEntries(settled).some(([name, line]) => line.pages > 0 && mayCost(movement, name, line)) ||
        mayHaveLost(movement) ||
        mayHaveRisen(movement))
    if (!isPerhapsOurs) return movement
    return { ...movement, perhapsOurs: 'possible', outsideNano: 0n, unexplainedNano: outsideNano }
  })
}

/** Returns the most that pages can have cost at a price per item, or per page, that windows show. */
function maxCostOf({ items, pages }: Pages, samples: readonly Sample[]): Nano {
  let max = 0n
  for (const { costNano, ...one } of samples)
    for (const [count, of] of [[items, one.items] as const, [pages, one.pages] as const]) {
      const nano = of === 0n ? 0n : (costNano * count + of - 1n) / of
      if (nano > max) max = nano
    }
  return max
}
