import { chargeFor, type Micro } from '@/lib/kernel'
import type { LostCall } from '@/lib/money/ledger'
import { hasUnpriced, isExplained, type Movement } from './account-for'

/** Lost calls of one window whose sum the readings show, though not what each was charged. */
export interface LostSum {
  readonly from: Date
  readonly to: Date
  /** What they were charged together. */
  readonly micro: Micro
  readonly calls: readonly PricedCall[]
}

type PricedCall = LostCall & { readonly priceMicro: Micro }

/** What one of them counts as. */
export interface Share {
  readonly call: LostCall
  readonly items: number
  readonly chargeMicro: Micro
}

/**
 * The lost calls of a movement that are not resolved, with their sum. Null if there are none, or if it is not known: a
 * page or a call had no price, or somebody else moved the balance in the window or next to it.
 */
function lostSumAt(movements: readonly Movement[], place: number): LostSum | null {
  const movement = movements[place]
  if (!movement || hasUnpriced(movement) || !isSettled(movement)) return null
  const open = movement.lost.filter(({ resolution }) => resolution === null)
  const calls = open.map((call) => ({ ...call, priceMicro: call.priceMicro ?? 0n }))
  if (calls.length === 0) return null
  // Nothing was charged: neither a price nor spend elsewhere can have hidden that.
  if (movement.lostMicro === 0n) return { from: movement.from, to: movement.to, micro: 0n, calls }
  if (calls.some(({ priceMicro }) => priceMicro === 0n)) return null
  const around = [movements[place - 1], movements[place + 1]]
  if (!around.every((one) => one === undefined || isSettled(one))) return null
  return { from: movement.from, to: movement.to, micro: movement.lostMicro, calls }
}

/** The sums of lost calls that movements show. */
export const lostSumsOf = (movements: readonly Movement[]): LostSum[] =>
  movements.flatMap((_, place) => lostSumAt(movements, place) ?? [])

const isSettled = (movement: Movement): boolean => isExplained(movement) && movement.unexplainedMicro === 0n

/** Shares a sum among its calls by what each may have cost: to the micro-credit, in whole items where that is possible. */
export function shareSum({ micro, calls }: LostSum): Share[] {
  const [first] = calls
  const priceMicro = first?.priceMicro ?? 1n
  if (micro % priceMicro === 0n && calls.every((call) => call.priceMicro === priceMicro)) {
    const parts = apportion(
      micro / priceMicro,
      calls.map(({ mostItems }) => BigInt(mostItems)),
    )
    return calls.map((call, place) => {
      const items = Number(parts[place] ?? 0n)
      return { call, items, chargeMicro: chargeFor(items, priceMicro) }
    })
  }
  const parts = apportion(
    micro,
    calls.map((call) => chargeFor(call.mostItems, call.priceMicro)),
  )
  return calls.map((call, place) => {
    const chargeMicro = parts[place] ?? 0n
    return { call, chargeMicro, items: Number((chargeMicro + call.priceMicro / 2n) / call.priceMicro) }
  })
}

/** Whole parts of a sum in proportion to weights; what is left over goes to the first ones. */
function apportion(sum: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((all, weight) => all + weight, 0n)
  if (total === 0n) return weights.map((_, place) => (place === 0 ? sum : 0n))
  let before = 0n
  return weights.map((weight) => {
    // Of the sums so far, so that the parts add up.
    const start = (sum * before) / total
    before += weight
    return (sum * before) / total - start
  })
}

/** So many steps are taken to find a second combination; if that is not enough, there are many. */
const MOST_STEPS = 20_000

/** How many items each call was charged for, in the order of the calls, if only one combination gives the sum. */
export function onlyCombination({ micro, calls }: LostSum): readonly number[] | null {
  const found: number[][] = []
  let steps = 0
  const rests = calls.map((_, place) =>
    calls.slice(place).reduce((sum, call) => sum + chargeFor(call.mostItems, call.priceMicro), 0n),
  )
  const search = (place: number, left: Micro, items: readonly number[]): void => {
    const call = calls[place]
    if (!call) {
      if (left === 0n) found.push([...items])
      return
    }
    for (let count = 0; count <= call.mostItems && found.length < 2 && steps < MOST_STEPS; count++) {
      steps++
      const rest = left - chargeFor(count, call.priceMicro)
      if (rest < 0n) return
      if (rest <= (rests[place + 1] ?? 0n)) search(place + 1, rest, [...items, count])
    }
  }
  search(0, micro, [])
  return found.length === 1 && steps < MOST_STEPS ? (found[0] ?? null) : null
}
