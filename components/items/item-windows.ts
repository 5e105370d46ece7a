import type { ItemView } from '@/lib/collect/items'

/** Number of items that are requested at a time. */
export const WINDOW = 100

/** A hundred items of a view, or fewer at its end. */
export interface LoadedItems {
  readonly items: readonly ItemView[]
  /** Minimum number of items that the run had when these were requested. */
  readonly of: number
}

interface Range {
  readonly from: number
  readonly to: number
}

/** Returns the range of whole windows around a range; the same object if the previous one was equal. */
export function wholeWindows(before: Range, { from, to }: Range): Range {
  const whole = { from: Math.floor(from / WINDOW) * WINDOW, to: Math.ceil(to / WINDOW) * WINDOW }
  return whole.from === before.from && whole.to === before.to ? before : whole
}

/**
 * Returns the windows that hold the indices from `from` to `to`; the first of them even if there are no such indices.
 */
export function windowsOf({ from, to }: Range): number[] {
  const first = Math.floor(from / WINDOW)
  return Array.from({ length: Math.max(1, Math.ceil(to / WINDOW) - first) }, (_, at) => first + at)
}

/**
 * Returns whether the run has brought items that may belong in a window. In original order they come at the end, so a
 * full window stays as it is; in any other view they may come anywhere.
 */
export const isBehind = (
  { items, of }: LoadedItems,
  { isPlain, count }: { readonly isPlain: boolean; readonly count: number },
): boolean => of < count && !(isPlain && items.length === WINDOW)

/** Returns a window with an item at its end if the item belongs there; otherwise the window as it is. */
export function withItem(known: LoadedItems | undefined, item: ItemView): LoadedItems | undefined {
  const { items, of } = known ?? { items: [], of: 0 }
  return items.length === item.place % WINDOW
    ? { items: [...items, item], of: Math.max(of, item.place + 1) }
    : known
}
