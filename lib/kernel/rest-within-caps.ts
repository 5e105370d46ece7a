import type { Nano } from './amounts'
import { isPerItem, itemsFor, maxChargeForPage, type Tariff } from './tariff'

/** The part of its caps that a run has used. */
export interface UsedByRun {
  readonly items: number
  readonly reusedItems: number
  readonly chargeNano: Nano
  /** Maximum number of items that calls with lost answers may have returned; not included in the items. */
  readonly unknownItems: number
  readonly unknownCalls: number
}

interface Caps {
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
export function maxUnknownCharge(
  tariff: Tariff,
  { unknownItems, unknownCalls }: Pick<UsedByRun, 'unknownItems' | 'unknownCalls'>,
  maxItems: number,
): Nano {
  return isPerItem({ ...tariff, onceADayIn: null })
    ? BigInt(unknownItems) * tariff.perItem
    : BigInt(unknownCalls) * maxChargeForPage(tariff, maxItems)
}

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

/** Returns the smallest caps that leave room for one more page; no credits without a known price. */
function minCaps(
  used: UsedByRun,
  { minItems, maxItems, keepsToCount, tariff }: SoldPages,
): { readonly items: number; readonly nano: Nano | null } {
  const page = keepsToCount ? minItems : maxItems
  return {
    items: used.items + used.reusedItems + used.unknownItems + page,
    nano:
      tariff === null
        ? null
        : used.chargeNano + maxUnknownCharge(tariff, used, maxItems) + maxChargeForPage(tariff, page),
  }
}

/** Returns how many items a run may still buy: 0 if its caps leave no room for a page, null if it has none. */
function itemsWithinCaps({ capItems, capNano }: Caps, used: UsedByRun, pages: SoldPages): number | null {
  const { tariff, maxItems } = pages
  const min = minCaps(used, pages)
  if (capItems !== null && capItems < min.items) return 0
  if (capNano !== null && (min.nano === null || capNano < min.nano)) return 0
  const inItems = capItems === null ? null : capItems - used.items - used.reusedItems - used.unknownItems
  const leftNano =
    capNano === null || tariff === null
      ? null
      : capNano - used.chargeNano - maxUnknownCharge(tariff, used, maxItems)
  const inCredits = leftNano === null || tariff === null ? null : itemsFor(tariff, leftNano, maxItems)
  if (inItems === null || inCredits === null) return inItems ?? inCredits
  return Math.min(inItems, inCredits)
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
  const lefts = runs.map((used) => itemsWithinCaps(caps, used, pages))
  const mins = runs.map((used) => minCaps(used, pages))
  const [minNano = null] = mins.flatMap(({ nano }) => nano ?? []).toSorted((a, b) => (a < b ? -1 : 1))
  const mostItems = Math.max(0, ...runs.map(({ items, reusedItems }) => items + reusedItems))
  return {
    items: lefts.includes(null) ? null : lefts.reduce<number>((sum, left) => sum + (left ?? 0), 0),
    mostItems,
    proposedItems: (mostItems + pages.maxItems > FIRST_CAP ? mostItems : 0) + FIRST_CAP,
    minItems: Math.min(...mins.map(({ items }) => items)),
    minNano,
  }
}
