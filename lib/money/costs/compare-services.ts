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

/** The pages and items that were bought of a list. */
export interface ListUse {
  readonly pages: number
  readonly items: number
  /** Number of these items that an earlier run had brought. What services buy is compared with nothing. */
  readonly repeats: number
}

/** The cost of a balance's unit: an amount of a currency, in billionths. */
export interface UnitCost {
  readonly currency: string
  readonly nano: Nano
}

/** Converts an amount of a balance to money. */
export const toMoney = (nano: Nano, unitCost: UnitCost): Micro =>
  (nano * unitCost.nano) / NANO_PER_CREDIT / 1000n

/** A service's prices, and the cost of its unit in money. */
export interface Offer {
  readonly name: string
  readonly prices: ProviderPrices
  /** Maximum number of items on a page of each list. */
  readonly pageSizes: ByOperation<number>
  /** Null if not known. */
  readonly unitCost: UnitCost | null
}

/** The cost of the same items at a service: a range in its currency, or the reason why it is not known. */
export type ServiceCost = { readonly name: string } & (
  | { readonly currency: string; readonly fromMicro: Micro; readonly toMicro: Micro }
  | { readonly currency: null; readonly lacks: 'prices' | 'unit' }
)

/**
 * Returns what a use would have cost at other services. The lower bound assumes full pages, with repeats free if an
 * item is charged once a day. The upper bound assumes that each page was read on its own and everything was charged.
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
