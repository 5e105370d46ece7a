import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import { hasUnpriced } from './account-for'
import type { Window } from './windows'

/**
 * Number of windows after which the maximum cost of pages without a price is believed. By then, readings would have
 * shown a price if there were one.
 */
const MIN_WINDOWS = 5

/** The cheapest windows so far with pages of an operation that has no price. */
interface Cheapest {
  readonly windows: number
  readonly perItem: Nano
  readonly perPage: Nano
}

/**
 * Limits what pages without a price may have cost in each window, by the windows before it (oldest first): a price per
 * item and one per call that no window contradicts. Without a limit, free calls would hide whatever somebody else
 * takes.
 */
export function boundUnpriced(windows: readonly Window[]): readonly Window[] {
  if (!windows.some(hasUnpriced)) return windows
  const cheapest = new Map<OperationName, Cheapest>()
  return windows.map((window) => {
    if (!hasUnpriced(window)) return window
    const lines = operationEntries(window.settled).filter(([, { unpricedItems }]) => unpricedItems > 0)
    let boundNano: Nano | null = 0n
    for (const [name, { unpricedItems, pages }] of lines) {
      const known = cheapest.get(name)
      if (boundNano === null || !known || known.windows < MIN_WINDOWS) boundNano = null
      else boundNano += known.perItem * BigInt(unpricedItems) + known.perPage * BigInt(pages)
    }
    // A top-up hides what its window cost.
    if (window.lost.length === 0 && window.dropNano >= 0n)
      for (const line of lines) note(cheapest, line, window.dropNano)
    return boundNano === window.maxUnpricedNano ? window : { ...window, maxUnpricedNano: boundNano }
  })
}

function note(
  cheapest: Map<OperationName, Cheapest>,
  [name, { unpricedItems, pages }]: readonly [OperationName, Window['settled'][string]],
  dropNano: Nano,
): void {
  const [perItem, perPage] = [ceil(dropNano, unpricedItems), ceil(dropNano, pages)]
  const known = cheapest.get(name) ?? { windows: 0, perItem, perPage }
  cheapest.set(name, {
    windows: known.windows + 1,
    perItem: known.perItem < perItem ? known.perItem : perItem,
    perPage: known.perPage < perPage ? known.perPage : perPage,
  })
}

const ceil = (nano: Nano, by: number): Nano => (nano + BigInt(by) - 1n) / BigInt(by)
