import { type ByOperation, byOperation, maxPageSize, nanoToText, type Operation } from '@/lib/kernel'
import type { PriceShape } from '@/lib/sandbox'
import type { Draws } from './draws'

/** How services charge that do not charge for items alone, in multiples of one price. */
const PLAIN: PriceShape = { bySize: [{ from: 0, each: 1n }], call: 0n, min: 0n, isOnceADay: false }
const WITH_CALLS = [
  { ...PLAIN, call: 7n },
  { ...PLAIN, bySize: [{ from: 0, each: 0n }], call: 1n },
] as const satisfies readonly PriceShape[]
const SHAPES = [
  ...WITH_CALLS,
  { ...PLAIN, min: 1n },
  { ...PLAIN, min: 25n },
  {
    ...PLAIN,
    bySize: [
      { from: 0, each: 3n },
      { from: 40, each: 2n },
      { from: 90, each: 1n },
    ],
    min: 20n,
  },
] as const satisfies readonly PriceShape[]

export type Shapes = ByOperation<PriceShape>

/** What each list of a month is charged by: half of them for items alone. Readings show no shape but a part per call. */
export const drawShapes = (draws: Draws, areStated: boolean): Shapes =>
  byOperation(() =>
    draws.chance(50) ? draws.pick<PriceShape>(areStated ? [...SHAPES] : [...WITH_CALLS]) : PLAIN,
  )

/** A shape at a price, as a provider states it. */
export const priceIn = ({ bySize, call, min: least }: PriceShape, nano: bigint) => ({
  perItem: nanoToText((bySize[0]?.each ?? 0n) * nano),
  perCall: nanoToText(call * nano),
  minPerCall: nanoToText(least * nano),
  steps: bySize.slice(1).map(({ from, each }) => ({ from, perItem: nanoToText(each * nano) })),
})

/** What an admin sets where the price of a shape changes: that of an item, or of a call where items cost nothing. */
export const leadIn = ({ bySize, call }: PriceShape, nano: bigint): bigint =>
  ((bySize[0]?.each ?? 0n) || call) * nano

/** How many times the price a page of so many items costs. */
function timesOf({ bySize, call, min: least }: PriceShape, items: number): bigint {
  const { each } = bySize.findLast(({ from }) => items >= from) ?? { each: 0n }
  const times = call + BigInt(items) * each
  return times > least ? times : least
}

/** The largest page, of at most `maxItems`, that costs most nearly so many times the price. */
export function itemsFor(shape: PriceShape, units: number, maxItems: number): number {
  const farFrom = (items: number) => Math.abs(Number(timesOf(shape, items)) - units)
  let best = maxItems
  for (let items = maxItems - 1; items >= 0; items--) if (farFrom(items) < farFrom(best)) best = items
  return best
}

/** How many times the price a call of a list can cost at most. */
export function mostTimes(shape: PriceShape, operation: Operation): bigint {
  let most = 0n
  for (let items = 0; items <= maxPageSize(operation); items++) {
    const times = timesOf(shape, items)
    if (times > most) most = times
  }
  return most
}
