import {
  type ByOperation,
  type CreditCost,
  costOfAmount,
  costOfItems,
  isOperation,
  type Micro,
  NANO_PER_CREDIT,
  type Nano,
  OPERATION_NAMES,
  PACK_NAMES,
  PACK_RATES,
  type Pack,
  type ProviderPrices,
  packForRate,
  type Tariff,
} from '@/lib/kernel'
import { sumRollups } from '@/lib/money/ledger'
import { quarterHoursOf, resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { PackPriceView } from './schemas'

/** The use of a wallet's keys in a span of time. */
export interface PackUsage {
  readonly requestsPerSecond: number
  readonly chargeNano: Nano
  /** Total time that its calls waited for their slots. */
  readonly waitedMs: number
}

/** The effect that a pack would have had on the same calls. */
export interface PackAdvice {
  readonly pack: Pack
  readonly requestsPerSecond: number
  /** Null if no price of the pack was entered. */
  readonly costMicro: Micro | null
  /** Total waits: exact for the present pack, an upper bound for a faster one, a lower bound for a slower one. */
  readonly waitedMs: number
  readonly isPresent: boolean
}

/**
 * Returns the present pack with the next one down and up. Waits are derived from the real ones without a replay: calls
 * that arrive at the same moments and leave evenly spaced wait at most in proportion at a faster rate, and at least in
 * proportion at a slower one. Empty if the rate belongs to no pack.
 */
export function advisePack(use: PackUsage, prices: readonly PackPriceView[]): PackAdvice[] {
  const own = packForRate(use.requestsPerSecond)
  if (own === null) return []
  const present = PACK_NAMES.indexOf(own)
  return PACK_NAMES.slice(Math.max(0, present - 1), present + 2).map((pack) => {
    const price: CreditCost | undefined = prices.find((each) => each.pack === pack)
    const requestsPerSecond = PACK_RATES[pack]
    return {
      pack,
      requestsPerSecond,
      isPresent: pack === own,
      costMicro: price ? costOfAmount(use.chargeNano, price) : null,
      waitedMs: Math.round((use.waitedMs * use.requestsPerSecond) / requestsPerSecond),
    }
  })
}

const DAYS = 30
const NO_SEARCH = ''

/**
 * Returns what a wallet's calls of the last thirty days cost, how long they waited, and the number of their pages. The
 * days are those of “Last 30 days” on every page, so that their sums agree.
 */
export async function readPackUsage(
  ctx: TeamCtx,
  walletId: string,
  requestsPerSecond: number,
): Promise<PackUsage & { readonly pages: number; readonly days: number }> {
  const [sums] = await sumRollups(ctx, [lastDays(ctx)], 'walletId', { walletId })
  const { chargeNano = 0n, waitedMs = 0, pages = 0 } = sums ?? {}
  return { requestsPerSecond, chargeNano, waitedMs, pages, days: DAYS }
}

/** Returns what was bought of each list on a wallet in the same days. */
export async function readListUsage(
  ctx: TeamCtx,
  walletId: string,
): Promise<Partial<ByOperation<ListUsage>>> {
  const days = lastDays(ctx)
  const [sums, unsearched] = await Promise.all([
    sumRollups(ctx, [days], 'operation', { walletId }),
    sumRollups(ctx, [days], 'operation', { walletId, searchId: NO_SEARCH }),
  ])
  const unknown = new Map(unsearched.map(({ member, items }) => [member, items]))
  return Object.fromEntries(
    sums.flatMap(({ member, pages, items, newItems }) => {
      const repeats = Math.max(0, items - newItems - (unknown.get(member) ?? 0))
      return isOperation(member) ? [[member, { pages, items, repeats }]] : []
    }),
  )
}

const lastDays = ({ clock, team }: TeamCtx) =>
  quarterHoursOf(resolveRange({ preset: '30d' }, clock.now(), team.timeZone))

/** The pages and items that were bought of a list. */
export interface ListUsage {
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
export const convertToMoney = (nano: Nano, unitCost: UnitCost): Micro =>
  (nano * unitCost.nano) / NANO_PER_CREDIT / 1000n

/** A service's prices, and the cost of its unit in money. */
export interface ServiceOffer {
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
  use: Partial<ByOperation<ListUsage>>,
  offers: readonly ServiceOffer[],
): ServiceCost[] =>
  offers.map(({ name, prices, pageSizes, unitCost }): ServiceCost => {
    if (unitCost === null) return { name, currency: null, lacks: 'unit' }
    let [fromNano, toNano]: [Nano, Nano] = [0n, 0n]
    for (const operation of OPERATION_NAMES) {
      const list = use[operation]
      if (!list || list.pages === 0) continue
      const tariff = prices[operation] ?? null
      if (tariff === null) return { name, currency: null, lacks: 'prices' }
      const [min, max] = costsOf(tariff, list, pageSizes[operation])
      fromNano += min
      toNano += max
    }
    return {
      name,
      currency: unitCost.currency,
      fromMicro: convertToMoney(fromNano, unitCost),
      toMicro: convertToMoney(toNano, unitCost),
    }
  })

function costsOf(tariff: Tariff, { pages, items, repeats }: ListUsage, pageSize: number): [Nano, Nano] {
  const charged = tariff.onceADayIn === null ? items : items - repeats
  const full = costOfItems(tariff, charged, pageSize)
  const [whole, larger] = [Math.floor(items / pages), items % pages]
  const each =
    BigInt(pages - larger) * costOfItems(tariff, whole, pageSize) +
    BigInt(larger) * costOfItems(tariff, whole + 1, pageSize)
  return full < each ? [full, each] : [each, full]
}
