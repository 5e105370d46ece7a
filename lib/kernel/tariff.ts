import type { Nano } from './amounts'
import type { OperationName } from './operations'

/** A price per item for pages of at least `from` items. */
export interface PriceStep {
  readonly from: number
  readonly perItem: Nano
}

/** The prices of a list's calls, in nano-credits. */
export interface Tariff {
  /** Price of each item, unless a step says otherwise. */
  readonly perItem: Nano
  /** Price of each call, whatever it returns. */
  readonly perCall: Nano
  /** Minimum charge of a call, including one that returns nothing. */
  readonly minPerCall: Nano
  /** Prices per item by page size, smallest first. */
  readonly steps: readonly PriceStep[]
  /** Time zone in whose days an item is charged once; null if it is charged each time. */
  readonly onceADayIn: string | null
}

/** Returns the tariff of a service that charges for items alone. */
export const perItemTariff = (perItem: Nano): Tariff => ({
  perItem,
  perCall: 0n,
  minPerCall: 0n,
  steps: [],
  onceADayIn: null,
})

/** A page to charge: the items that it holds and the number of them that are charged. */
export interface BilledPage {
  readonly items: number
  /** Excludes items that were charged earlier the same day, if the tariff charges once a day. */
  readonly chargedItems: number
}

/** Returns the charge of a call that returned such a page, in nano-credits. */
export function chargeForPage(tariff: Tariff, { items, chargedItems }: BilledPage): Nano {
  const { perItem } = tariff.steps.findLast(({ from }) => items >= from) ?? tariff
  const nano = tariff.perCall + BigInt(chargedItems) * perItem
  return nano > tariff.minPerCall ? nano : tariff.minPerCall
}

/**
 * Returns the maximum charge of a call that returns up to `maxItems` items. Because of steps, a smaller page may cost
 * more.
 */
export function maxChargeForPage(tariff: Tariff, maxItems: number): Nano {
  const sizes = [
    maxItems,
    ...tariff.steps.flatMap(({ from }) => (from > 0 && from <= maxItems ? [from - 1] : [])),
  ]
  return sizes.reduce((max, items) => {
    const nano = chargeForPage(tariff, { items, chargedItems: items })
    return nano > max ? nano : max
  }, 0n)
}

/** Returns the charge of `items` items read in pages of `pageSize`, if every item is charged, in nano-credits. */
export function costOfItems(tariff: Tariff, items: number, pageSize: number): Nano {
  const page = (size: number) => chargeForPage(tariff, { items: size, chargedItems: size })
  const [full, rest] = [Math.floor(items / pageSize), items % pageSize]
  return BigInt(full) * page(pageSize) + (rest > 0 || full === 0 ? page(rest) : 0n)
}

/** Returns how many items, in pages of this size, cost no more than `nano`: a billion at most. */
export function itemsFor(tariff: Tariff, nano: Nano, pageSize: number): number {
  let [low, high] = [0, 1]
  if (costOfItems(tariff, MAX_ITEMS, pageSize) <= nano) return MAX_ITEMS
  while (costOfItems(tariff, high, pageSize) <= nano) high *= 2
  while (low < high - 1) {
    const middle = Math.floor((low + high) / 2)
    if (costOfItems(tariff, middle, pageSize) <= nano) low = middle
    else high = middle
  }
  return low
}
const MAX_ITEMS = 1e9

/** Returns the largest page size up to which no page costs more than `nano`; -1 if even an empty page does. */
export function maxItemsWithin(tariff: Tariff, nano: Nano, maxItems: number): number {
  let [low, high] = [-1, maxItems]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (maxChargeForPage(tariff, middle) <= nano) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Returns the largest amount, in nano-credits, of which every charge of a tariff is a whole multiple: the price of an
 * item if items alone are charged. 0 if everything is free.
 */
export const chargeUnit = (tariff: Tariff): Nano => amountsOf(tariff).reduce(divisorOf, 0n)

const amountsOf = ({ perItem, perCall, minPerCall, steps }: Tariff): readonly Nano[] => [
  ...[perItem, perCall, minPerCall],
  ...steps.map((step) => step.perItem),
]

function divisorOf(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisorOf(other, one % other)
}

/** Returns the amount that summarises a tariff: per item, or per call if items have no price. */
export const leadPrice = (tariff: Tariff): Nano => leadOf(tariff).nano

/** Returns whether the lead price of a tariff is for an item or a call. */
export const leadUnit = (tariff: Tariff): 'item' | 'call' => leadOf(tariff).per

function leadOf({ perItem, perCall, minPerCall, steps }: Tariff): { nano: Nano; per: 'item' | 'call' } {
  if (perItem > 0n) return { nano: perItem, per: 'item' }
  if (perCall > 0n) return { nano: perCall, per: 'call' }
  // Items may be free in small pages only.
  const step = steps.find((each) => each.perItem > 0n)
  if (step) return { nano: step.perItem, per: 'item' }
  return { nano: minPerCall, per: minPerCall > 0n ? 'call' : 'item' }
}

/** Returns the lead price of a tariff whose unit costs `unitPrice`. */
export function leadPriceAt(tariff: Tariff, unitPrice: Nano): Nano {
  const unit = chargeUnit(tariff)
  return unit === 0n ? unitPrice : (unitPrice * leadPrice(tariff)) / unit
}

/** Returns the tariff with another lead price. Its other amounts change in proportion, rounded up to a nano-credit. */
export function withLeadPrice(tariff: Tariff, price: Nano): Tariff {
  const lead = leadPrice(tariff)
  if (lead === 0n) return { ...tariff, perItem: price }
  const scaled = (nano: Nano) => (nano * price + lead - 1n) / lead
  return {
    ...tariff,
    perItem: scaled(tariff.perItem),
    perCall: scaled(tariff.perCall),
    minPerCall: scaled(tariff.minPerCall),
    steps: tariff.steps.map(({ from, perItem }) => ({ from, perItem: scaled(perItem) })),
  }
}

/**
 * Returns whether a tariff's amounts are whole nano-credits at another lead price; only then does its unit remain the
 * same fraction of it.
 */
export function canScaleTariff(tariff: Tariff, price: Nano): boolean {
  const lead = leadPrice(tariff)
  return lead === 0n || amountsOf(tariff).every((nano) => (nano * price) % lead === 0n)
}

/** Returns whether a tariff charges for items alone, each time. */
export const isPerItem = ({ perCall, minPerCall, steps, onceADayIn }: Tariff): boolean =>
  perCall === 0n && minPerCall === 0n && steps.length === 0 && onceADayIn === null

/** The prices that the provider states for its calls, by their names on the ledger; null if it states none. */
export type ProviderPrices = Readonly<Record<OperationName, Tariff | null>>
