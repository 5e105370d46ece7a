import {
  type ByOperation,
  costOfItems,
  type Micro,
  NANO_PER_CREDIT,
  type Nano,
  OPERATION_NAMES,
  type ProviderPrices,
  type Tariff,
} from '@/lib/kernel'

/** What was bought of a list. */
export interface ListUse {
  readonly pages: number
  readonly items: number
  /** Of the items, those that an earlier run had brought; what services buy is compared with nothing. */
  readonly repeats: number
}

/** What a unit of a balance costs: an amount of a currency, in billionths. */
export interface UnitCost {
  readonly currency: string
  readonly nano: Nano
}

/** Counts an amount of a balance in money. */
export const toMoney = (nano: Nano, unitCost: UnitCost): Micro =>
  (nano * unitCost.nano) / NANO_PER_CREDIT / 1000n

/** What a service charges, and what its unit costs in money. */
export interface Offer {
  readonly name: string
  readonly prices: ProviderPrices
  /** The most items that a page of a list holds. */
  readonly pageSizes: ByOperation<number>
  /** Null where that is not known. */
  readonly unitCost: UnitCost | null
}

/** What the same items would have cost at a service: between two amounts of its currency, or why that cannot be told. */
export type ServiceCost = { readonly name: string } & (
  | { readonly currency: string; readonly fromMicro: Micro; readonly toMicro: Micro }
  | { readonly currency: null; readonly lacks: 'prices' | 'unit' }
)

/**
 * What a use would have cost at other services. The least: lists in full pages, repeats free where an item is charged once a
 * day. The most: each page that was bought read by itself, and everything charged.
 */
export const compareServices = (
  use: Partial<ByOperation<ListUse>>,
  offers: readonly Offer[],
): ServiceCost[] =>
  offers.map(({ name, prices, pageSizes, unitCost }): ServiceCost => {
    if (unitCost === null) return { name, currency: null, lacks: 'unit' }
    let [fromNano, toNano]: [Nano, Nano] = [0n, 0n]
    for (const operation of OPERATION_NAMES) {
      const list = use[operation]
      if (!list || list.pages === 0) continue
      const tariff = prices[operation] ?? null
      if (tariff === null) return { name, currency: null, lacks: 'prices' }
      const [least, most] = costsOf(tariff, list, pageSizes[operation])
      fromNano += least
      toNano += most
    }
    return {
      ...{ name, currency: unitCost.currency },
      ...{ fromMicro: toMoney(fromNano, unitCost), toMicro: toMoney(toNano, unitCost) },
    }
  })

function costsOf(tariff: Tariff, { pages, items, repeats }: ListUse, pageSize: number): [Nano, Nano] {
  const charged = tariff.onceADayIn === null ? items : items - repeats
  const full = costOfItems(tariff, charged, pageSize)
  const [whole, larger] = [Math.floor(items / pages), items % pages]
  const each =
    BigInt(pages - larger) * costOfItems(tariff, whole, pageSize) +
    BigInt(larger) * costOfItems(tariff, whole + 1, pageSize)
  return full < each ? [full, each] : [each, full]
}
