import { type ByOperation, byOperation, maxPageSize, nanoToText, type Operation } from '@/lib/kernel'
import type { PriceShape } from '@/lib/sandbox'
import type { Draws } from './draws'

/** Tariffs of services that charge for more than items, in multiples of one price. */
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

/**
 * Chooses how each list of a month is charged: half of them for items alone. Readings reveal no shape except a part
 * per call.
 */
export const drawShapes = (draws: Draws, areStated: boolean): Shapes =>
  byOperation(() =>
    draws.chance(50) ? draws.pick<PriceShape>(areStated ? [...SHAPES] : [...WITH_CALLS]) : PLAIN,
  )

/** Returns a shape at a price, as a provider states it. */
export const priceIn = ({ bySize, call, min: least }: PriceShape, nano: bigint) => ({
  perItem: nanoToText((bySize[0]?.each ?? 0n) * nano),
  perCall: nanoToText(call * nano),
  minPerCall: nanoToText(least * nano),
  steps: bySize.slice(1).map(({ from, each }) => ({ from, perItem: nanoToText(each * nano) })),
})

/**
 * Returns what an admin sets when the price of a shape changes: the price of an item, or of a call if items cost
 * nothing.
 */
export const leadIn = ({ bySize, call }: PriceShape, nano: bigint): bigint =>
  ((bySize[0]?.each ?? 0n) || call) * nano

/** Returns the multiple of the price that a page of this many items costs. */
function timesOf({ bySize, call, min: least }: PriceShape, items: number): bigint {
  const { each } = bySize.findLast(({ from }) => items >= from) ?? { each: 0n }
  const times = call + BigInt(items) * each
  return times > least ? times : least
}

/** Returns the largest page, of at most `maxItems`, whose cost is closest to this multiple of the price. */
export function itemsFor(shape: PriceShape, units: number, maxItems: number): number {
  const farFrom = (items: number) => Math.abs(Number(timesOf(shape, items)) - units)
  let best = maxItems
  for (let items = maxItems - 1; items >= 0; items--) if (farFrom(items) < farFrom(best)) best = items
  return best
}

/** Returns the maximum multiple of the price for a call of a list. */
export function mostTimes(shape: PriceShape, operation: Operation): bigint {
  let most = 0n
  for (let items = 0; items <= maxPageSize(operation); items++) {
    const times = timesOf(shape, items)
    if (times > most) most = times
  }
  return most
}
