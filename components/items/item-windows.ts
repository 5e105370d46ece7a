import type { ItemView } from '@/lib/collect/items'

/** Items are requested by this many at a time. */
export const WINDOW = 100

/** A hundred items of a view, or fewer at its end. */
export interface LoadedItems {
  readonly items: readonly ItemView[]
  /** How many items the run had at least when these were requested. */
  readonly of: number
}

interface Range {
  readonly from: number
  readonly to: number
}

/** The range of whole windows around a range, and as the same object if the one before it was the same. */
export function wholeWindows(before: Range, { from, to }: Range): Range {
  const whole = { from: Math.floor(from / WINDOW) * WINDOW, to: Math.ceil(to / WINDOW) * WINDOW }
  return whole.from === before.from && whole.to === before.to ? before : whole
}

/** The windows that hold the places from `from` to `to`; the first of them even if there are no such places. */
export function windowsOf({ from, to }: Range): number[] {
  const first = Math.floor(from / WINDOW)
  return Array.from({ length: Math.max(1, Math.ceil(to / WINDOW) - first) }, (_, at) => first + at)
}

/**
 * Whether the run has brought items that may belong in a window. In original order they come at the end, so a full
 * window stays as it is; in any other view they may come anywhere.
 */
export const isBehind = (
  { items, of }: LoadedItems,
  { isPlain, count }: { readonly isPlain: boolean; readonly count: number },
): boolean => of < count && !(isPlain && items.length === WINDOW)

/** A window with an item at its end, if the item's place is there; otherwise the window as it is. */
export function withItem(known: LoadedItems | undefined, item: ItemView): LoadedItems | undefined {
  const { items, of } = known ?? { items: [], of: 0 }
  return items.length === item.place % WINDOW
    ? { items: [...items, item], of: Math.max(of, item.place + 1) }
    : known
}
