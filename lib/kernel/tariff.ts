import type { Nano } from './amounts'
import type { OperationName } from './operations'

/** A price per item that holds for pages of so many items and more. */
export interface PriceStep {
  readonly from: number
  readonly perItem: Nano
}

/** What the calls of a list cost, in nano-credits. */
export interface Tariff {
  /** For each item, where no step says otherwise. */
  readonly perItem: Nano
  /** For each call, whatever it brings. */
  readonly perCall: Nano
  /** The least that a call costs, also one that brings nothing. */
  readonly minPerCall: Nano
  /** Prices per item by the size of the page, the smallest first. */
  readonly steps: readonly PriceStep[]
  /** The zone in whose days an item is charged once; null where it is charged each time. */
  readonly onceADayIn: string | null
}

/** The tariff of a service that charges for items alone. */
export const perItemTariff = (perItem: Nano): Tariff => ({
  perItem,
  perCall: 0n,
  minPerCall: 0n,
  steps: [],
  onceADayIn: null,
})

/** A page to charge: the items that it brought, and how many of them are charged. */
export interface BilledPage {
  readonly items: number
  /** Without those that were charged before on the same day, where the tariff charges once a day. */
  readonly chargedItems: number
}

/** What a call costs that brought such a page, in nano-credits. */
export function chargeOf(tariff: Tariff, { items, chargedItems }: BilledPage): Nano {
  const { perItem } = tariff.steps.findLast(({ from }) => items >= from) ?? tariff
  const nano = tariff.perCall + BigInt(chargedItems) * perItem
  return nano > tariff.minPerCall ? nano : tariff.minPerCall
}

/** The most that a call can cost that brings so many items at most: a smaller page may be dearer, by steps. */
export function maxChargeOf(tariff: Tariff, maxItems: number): Nano {
  const sizes = [
    maxItems,
    ...tariff.steps.flatMap(({ from }) => (from > 0 && from <= maxItems ? [from - 1] : [])),
  ]
  return sizes.reduce((most, items) => {
    const nano = chargeOf(tariff, { items, chargedItems: items })
    return nano > most ? nano : most
  }, 0n)
}

/** What so many items cost that are read in pages of `pageSize`, each of them charged, in nano-credits. */
export function costOfItems(tariff: Tariff, items: number, pageSize: number): Nano {
  const page = (size: number) => chargeOf(tariff, { items: size, chargedItems: size })
  const [full, rest] = [Math.floor(items / pageSize), items % pageSize]
  return BigInt(full) * page(pageSize) + (rest > 0 || full === 0 ? page(rest) : 0n)
}

/** How many items a page may bring at most so that no page up to that size costs more than `nano`; -1 where even an empty one does. */
export function itemsWithin(tariff: Tariff, nano: Nano, maxItems: number): number {
  let [low, high] = [-1, maxItems]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (maxChargeOf(tariff, middle) <= nano) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The amount of which every charge of a tariff is a whole multiple, in nano-credits: the price of an item where items alone
 * are charged. 0 where all is free.
 */
export const unitOf = (tariff: Tariff): Nano => amountsOf(tariff).reduce(divisorOf, 0n)

const amountsOf = ({ perItem, perCall, minPerCall, steps }: Tariff): readonly Nano[] => [
  ...[perItem, perCall, minPerCall],
  ...steps.map((step) => step.perItem),
]

function divisorOf(one: bigint, other: bigint): bigint {
  return other === 0n ? one : divisorOf(other, one % other)
}

/** The amount that names a tariff in short: per item, or per call where items cost nothing of their own. */
export const leadPrice = (tariff: Tariff): Nano => leadOf(tariff).nano

/** Tells what the lead price of a tariff is for. */
export const leadUnit = (tariff: Tariff): 'item' | 'call' => leadOf(tariff).per

function leadOf({ perItem, perCall, minPerCall, steps }: Tariff): { nano: Nano; per: 'item' | 'call' } {
  if (perItem > 0n) return { nano: perItem, per: 'item' }
  if (perCall > 0n) return { nano: perCall, per: 'call' }
  // Items may cost nothing in small pages alone.
  const step = steps.find((each) => each.perItem > 0n)
  if (step) return { nano: step.perItem, per: 'item' }
  return { nano: minPerCall, per: minPerCall > 0n ? 'call' : 'item' }
}

/** What the lead price of a tariff is where its unit costs so much. */
export function leadAt(tariff: Tariff, unitPrice: Nano): Nano {
  const unit = unitOf(tariff)
  return unit === 0n ? unitPrice : (unitPrice * leadPrice(tariff)) / unit
}

/** The same tariff with another lead price: its other amounts change in proportion, rounded up to a nano-credit. */
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

/** Tells whether the amounts of a tariff are whole nano-credits at another lead price: only then does its unit stay the same part of it. */
export function canScale(tariff: Tariff, price: Nano): boolean {
  const lead = leadPrice(tariff)
  return lead === 0n || amountsOf(tariff).every((nano) => (nano * price) % lead === 0n)
}

/** Whether a tariff charges for items alone, each time. */
export const isPerItem = ({ perCall, minPerCall, steps, onceADayIn }: Tariff): boolean =>
  perCall === 0n && minPerCall === 0n && steps.length === 0 && onceADayIn === null

/** What the provider states that its calls cost, by their names on the ledger; null where it states nothing. */
export type ProviderPrices = Readonly<Record<OperationName, Tariff | null>>
