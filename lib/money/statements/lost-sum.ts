import {
  chargeForItems,
  chargeForPage,
  chargeUnit,
  isPerItem,
  type Nano,
  type ProviderPrices,
} from '@/lib/kernel'
import type { LostCall } from '@/lib/money/ledger'
import { couldShowIn, hasUnpricedPages, isExplained, type Movement, ownCost } from './account-for'

/** Lost calls of one window whose sum the readings show, but not the charge of each. */
export interface LostSum {
  readonly from: Date
  readonly to: Date
  /** Sum of their charges. */
  readonly nano: Nano
  readonly calls: readonly PricedCall[]
}

type PricedCall = LostCall & { readonly priceNano: Nano }

/** The share of one of these calls. */
export interface LostCallShare {
  readonly call: LostCall
  readonly items: number
  readonly chargeNano: Nano
}

/**
 * Returns the unresolved lost calls of a movement with their sum. Null if there are none or the sum is not known: a
 * page or a call had no price, or somebody else moved the balance in the window or next to it.
 */
function lostSumAt(movements: readonly Movement[], index: number): LostSum | null {
  const movement = movements[index]
  if (!movement || hasUnpricedPages(movement) || movement.isMixed || !isSettled(movement)) return null
  const [before, after] = [movements[index - 1], movements[index + 1]]
  // The next reading shows whether a charge was late.
  if (movement.mayBeLate && (!after || !isSettled(after))) return null
  const open = movement.lost.filter(({ resolution }) => resolution === null)
  // They were charged at the upstream's price, whatever was booked then.
  const calls = open.map((call) => ({
    ...call,
    priceNano: movement.real[call.operation] ?? call.priceNano ?? 0n,
  }))
  if (calls.length === 0) return null
  // Nothing was charged. Neither a price nor outside spend can have hidden a charge.
  if (movement.lostNano === 0n) return { from: movement.from, to: movement.to, nano: 0n, calls }
  if (calls.some(({ priceNano }) => priceNano === 0n)) return null
  if (![before, after].every((one) => one === undefined || isSettled(one))) return null
  if (mayHoldEarlier(movements, index)) return null
  return { from: movement.from, to: movement.to, nano: movement.lostNano, calls }
}

/**
 * Returns whether a window may hold a charge of earlier pages: their window seems to have risen, by no more than they
 * cost, and no window in between has shown why.
 */
function mayHoldEarlier(movements: readonly Movement[], index: number): boolean {
  const movement = movements[index]
  for (let at = index - 1; movement; at--) {
    const earlier = movements[at]
    if (!earlier || !couldShowIn(movement, earlier)) return false
    if (earlier.topUpNano > 0n && earlier.topUpNano <= ownCost(earlier)) return true
  }
  return false
}

/** Returns the sums of lost calls that movements show. */
export const findLostSums = (movements: readonly Movement[]): LostSum[] =>
  movements.flatMap((_, index) => lostSumAt(movements, index) ?? [])

const isSettled = (movement: Movement): boolean => isExplained(movement) && movement.unexplainedNano === 0n

/**
 * Shares a sum among its calls by what each may have cost: to the last decimal, in whole units if possible. The
 * provider's prices determine how many items a share means.
 */
export function splitLostSum({ nano, calls }: LostSum, provider: ProviderPrices): LostCallShare[] {
  const [first] = calls
  if (nano === 0n) return calls.map((call) => ({ call, items: 0, chargeNano: 0n }))
  const priceNano = first?.priceNano ?? 1n
  if (nano % priceNano === 0n && calls.every((call) => call.priceNano === priceNano)) {
    const parts = apportion(
      nano / priceNano,
      calls.map(({ maxUnits }) => BigInt(maxUnits)),
    )
    return calls.map((call, index) => {
      const units = parts[index] ?? 0n
      return { call, items: itemsForUnits(call, units, provider), chargeNano: units * priceNano }
    })
  }
  const parts = apportion(
    nano,
    calls.map((call) => chargeForItems(call.maxUnits, call.priceNano)),
  )
  return calls.map((call, index) => {
    const chargeNano = parts[index] ?? 0n
    const units = (chargeNano + call.priceNano / 2n) / call.priceNano
    return { call, chargeNano, items: itemsForUnits(call, units, provider) }
  })
}

/**
 * Returns the number of items that a charge of this many units means by the provider's tariff: those of the page whose
 * cost is closest, the largest of these, and never more than the call can have returned. One item per unit if the
 * tariff is not known.
 */
export function itemsForUnits(
  { operation, maxItems }: Pick<LostCall, 'operation' | 'maxItems'>,
  units: bigint,
  provider: ProviderPrices,
): number {
  const tariff = provider[operation] ?? null
  const unit = tariff === null ? 0n : chargeUnit(tariff)
  if (tariff === null || unit === 0n || units === 0n || isPerItem({ ...tariff, onceADayIn: null }))
    return units < BigInt(maxItems) ? Number(units) : maxItems
  const farFrom = (items: number): Nano => {
    const by = chargeForPage(tariff, { items, chargedItems: items }) - units * unit
    return by < 0n ? -by : by
  }
  let [best, min] = [maxItems, farFrom(maxItems)]
  for (let items = maxItems - 1; items >= 0 && min > 0n; items--) {
    const by = farFrom(items)
    if (by < min) [best, min] = [items, by]
  }
  return best
}

/** Splits a sum into whole parts in proportion to weights. Without any weight, all of it goes to the first part. */
function apportion(sum: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((all, weight) => all + weight, 0n)
  if (total === 0n) return weights.map((_, index) => (index === 0 ? sum : 0n))
  let before = 0n
  return weights.map((weight) => {
    // Uses the running sums, so that the parts add up.
    const start = (sum * before) / total
    before += weight
    return (sum * before) / total - start
  })
}

/** Maximum number of steps in the search for a second combination. If they do not suffice, one is assumed. */
const MAX_STEPS = 100_000

/** Lost calls of one price. */
interface Group {
  readonly priceNano: Nano
  readonly maxUnits: number
  readonly calls: readonly PricedCall[]
}

/**
 * Returns the number of charged units of each call, in the order of the calls, if only one combination gives the sum.
 */
function onlyCombination({ nano, calls }: LostSum): readonly number[] | null {
  // The largest group comes last, because it is computed instead of tried.
  const groups = groupsOf(calls).sort((one, two) => one.maxUnits - two.maxUnits)
  const last = groups.at(-1)
  if (!last) return null
  const found: number[][] = []
  let steps = 0
  const search = (index: number, left: Nano, units: readonly number[]): void => {
    const group = groups[index]
    if (!group || group === last) {
      if (left % last.priceNano === 0n && left / last.priceNano <= BigInt(last.maxUnits))
        found.push([...units, Number(left / last.priceNano)])
      return
    }
    for (let count = 0; count <= group.maxUnits && found.length < 2 && steps < MAX_STEPS; count++) {
      steps++
      const rest = left - chargeForItems(count, group.priceNano)
      if (rest < 0n) return
      search(index + 1, rest, [...units, count])
    }
  }
  search(0, nano, [])
  const [only, another] = found
  if (!only || another || steps >= MAX_STEPS) return null
  return inOrder(calls, groups, only)
}

function groupsOf(calls: readonly PricedCall[]): Group[] {
  const prices = [...new Set(calls.map(({ priceNano }) => priceNano))]
  return prices.map((priceNano) => {
    const own = calls.filter((call) => call.priceNano === priceNano)
    return { priceNano, calls: own, maxUnits: own.reduce((sum, { maxUnits }) => sum + maxUnits, 0) }
  })
}

/**
 * Returns each call's units; null if calls of one price can share a number in several ways, which is the case unless
 * it is none or their maximum.
 */
function inOrder(
  calls: readonly PricedCall[],
  groups: readonly Group[],
  units: readonly number[],
): readonly number[] | null {
  const counts = new Map<PricedCall, number>()
  for (const [index, group] of groups.entries()) {
    const count = units[index] ?? 0
    if (group.calls.length > 1 && count > 0 && count < group.maxUnits) return null
    for (const call of group.calls)
      counts.set(call, group.calls.length === 1 ? count : count === 0 ? 0 : call.maxUnits)
  }
  return calls.map((call) => counts.get(call) ?? 0)
}

/** A conclusion about a lost call that balance readings prove. */
export interface LostCallProof {
  readonly attemptId: string
  readonly finding: 'charged' | 'uncharged'
  readonly items: number
  readonly chargeNano: Nano | null
  readonly note: string
}

/**
 * Returns what movements prove about their lost calls. If the balance fell by exactly what was settled, none was
 * charged. If nothing else moved it and only one combination of items gives the rest, each was charged for these.
 * Anything else has more than one explanation and proves nothing. The provider's prices determine how many items a
 * charge means.
 */
export const proveLostCalls = (
  movements: readonly Movement[],
  provider: ProviderPrices = {},
): LostCallProof[] => findLostSums(movements).flatMap((sum) => provenBy(sum, provider))

function provenBy(sum: LostSum, provider: ProviderPrices): LostCallProof[] {
  const counts = sum.nano === 0n ? sum.calls.map(() => 0) : onlyCombination(sum)
  if (counts === null) return []
  return sum.calls.map(({ attemptId, operation, priceNano, maxItems }, index) => {
    const units = counts[index] ?? 0
    const items = itemsForUnits({ operation, maxItems }, BigInt(units), provider)
    return units === 0
      ? {
          attemptId,
          finding: 'uncharged',
          items,
          chargeNano: null,
          note: sum.nano === 0n ? NOTHING : OTHERS,
        }
      : { attemptId, finding: 'charged', items, chargeNano: chargeForItems(units, priceNano), note: MORE }
  })
}

const NOTHING = 'The balance fell by exactly what other pages cost.'
const OTHERS = 'What the balance fell by more than other pages cost was charged for other unknown calls.'
const MORE = 'The balance fell by this much more than other pages cost.'
