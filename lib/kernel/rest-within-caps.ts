import type { Nano } from './amounts'
import { isPerItem, itemsFor, maxChargeForPage, type Tariff } from './tariff'

/** The part of its caps that a run has used. */
export interface UsedOfCaps {
  /** Bought and reused items. */
  readonly items: number
  readonly chargeNano: Nano
  /** Maximum number of items that calls with lost answers may have returned; not included in the items. */
  readonly unknownItems: number
  readonly unknownCalls: number
}

/** The same, as a run's totals state it. */
export interface UsedByRun extends Omit<UsedOfCaps, 'items'> {
  /** Excludes the reused ones. */
  readonly items: number
  readonly reusedItems: number
}

/** The caps of a run; null without one. */
export interface Caps {
  readonly capItems: number | null
  readonly capNano: Nano | null
}

/** The sizes and the price of a list's pages. */
interface SoldPages {
  readonly minItems: number
  readonly maxItems: number
  /** True if a page holds no more than is requested; otherwise it may hold the maximum. */
  readonly keepsToCount: boolean
  /** Null if it is not known. */
  readonly tariff: Tariff | null
}

/** Returns the maximum that calls with lost answers can have cost. */
const maxUnknownCharge = (
  tariff: Tariff,
  { unknownItems, unknownCalls }: Pick<UsedOfCaps, 'unknownItems' | 'unknownCalls'>,
  maxItems: number,
): Nano =>
  isPerItem({ ...tariff, onceADayIn: null })
    ? BigInt(unknownItems) * tariff.perItem
    : BigInt(unknownCalls) * maxChargeForPage(tariff, maxItems)

/**
 * Returns what each cap leaves, lost calls counted with all that they may have brought; below 0 if it is exceeded. Null
 * without that cap, and for credits also without a known price.
 */
export const leftWithinCaps = (
  { capItems, capNano }: Caps,
  used: UsedOfCaps,
  tariff: Tariff | null,
  maxItems: number,
): { readonly items: number | null; readonly nano: Nano | null } => ({
  items: capItems === null ? null : capItems - used.items - used.unknownItems,
  nano:
    capNano === null || tariff === null
      ? null
      : capNano - used.chargeNano - maxUnknownCharge(tariff, used, maxItems),
})

/**
 * Returns which cap leaves less to a run that has reached one, at the price that its items had so far; null without a
 * cap.
 */
export function reachedCap(
  { capItems, capNano }: Caps,
  { items, reusedItems, chargeNano }: Pick<UsedByRun, 'items' | 'reusedItems' | 'chargeNano'>,
): 'items' | 'credits' | null {
  if (capItems === null || capNano === null)
    return capItems !== null ? 'items' : capNano !== null ? 'credits' : null
  return BigInt(items + reusedItems) * capNano >= chargeNano * BigInt(capItems) ? 'items' : 'credits'
}

const NO_CAP_LEFT: Caps = { capItems: 0, capNano: 0n }

/** Returns the number of items for which a page needs room. */
const itemsOfPage = ({ minItems, maxItems, keepsToCount }: SoldPages): number =>
  keepsToCount ? minItems : maxItems

/** Returns the smallest caps that leave room for one more page; no credits without a known price. */
function minCaps(used: UsedOfCaps, pages: SoldPages): { readonly items: number; readonly nano: Nano | null } {
  const { tariff, maxItems } = pages
  const page = itemsOfPage(pages)
  const { items, nano } = leftWithinCaps(NO_CAP_LEFT, used, tariff, maxItems)
  return {
    items: page - (items ?? 0),
    nano: tariff === null || nano === null ? null : maxChargeForPage(tariff, page) - nano,
  }
}

/** Returns how many items a run may still buy: 0 if its caps leave no room for a page, null if it has none. */
function itemsWithinCaps(caps: Caps, used: UsedOfCaps, pages: SoldPages): number | null {
  const { tariff, maxItems } = pages
  const page = itemsOfPage(pages)
  const left = leftWithinCaps(caps, used, tariff, maxItems)
  if (left.items !== null && left.items < page) return 0
  if (caps.capNano === null) return left.items
  if (tariff === null || left.nano === null || left.nano < maxChargeForPage(tariff, page)) return 0
  const inCredits = itemsFor(tariff, left.nano, maxItems)
  return left.items === null ? inCredits : Math.min(left.items, inCredits)
}

/** Limits of what a run, or the runs of a batch together, may still buy within caps that are of each. */
interface RestWithinCaps {
  /** 0 if the caps leave no room for a page; null if there is none. */
  readonly items: number | null
  /** Number of items that the largest of them has. */
  readonly mostItems: number
  /** A cap to propose, which leaves room for each of them. */
  readonly proposedItems: number
  /** The smallest caps that leave room for one more page; no credits without a known price. */
  readonly minItems: number
  readonly minNano: Nano | null
}

const FIRST_CAP = 1000

/** Returns what runs may still buy within caps. */
export function restWithinCaps(caps: Caps, runs: readonly UsedByRun[], pages: SoldPages): RestWithinCaps {
  const had = runs.map((used) => ({ ...used, items: used.items + used.reusedItems }))
  const lefts = had.map((used) => itemsWithinCaps(caps, used, pages))
  const mins = had.map((used) => minCaps(used, pages))
  const [minNano = null] = mins.flatMap(({ nano }) => nano ?? []).toSorted((a, b) => (a < b ? -1 : 1))
  const mostItems = Math.max(0, ...had.map(({ items }) => items))
  return {
    items: lefts.includes(null) ? null : lefts.reduce<number>((sum, left) => sum + (left ?? 0), 0),
    mostItems,
    proposedItems: (mostItems + pages.maxItems > FIRST_CAP ? mostItems : 0) + FIRST_CAP,
    minItems: Math.min(...mins.map(({ items }) => items)),
    minNano,
  }
}
