'use client'

import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { getJson } from '@/components/ui'
import type { ItemsViewOptions, ItemView } from '@/lib/collect/items'
import type { ItemWindow } from '@/lib/collect/runs'
import type { Marks } from './use-marks'

/** The items of a view. The browser holds only those that were shown in the last minutes. */
export interface ShownItems {
  /** Number of items that the view shows; null until the server has counted them. */
  readonly total: number | null
  readonly isFailed: boolean
  /** Returns the item at an index of the view; undefined until it is loaded. */
  at(index: number): ItemView | undefined
  /** Requests the items from `from` to `to`. */
  need(from: number, to: number): void
  /** Number of items that the view leaves out because they are hidden. */
  readonly hidden: number
  /** Inserts items from another source. */
  put(items: readonly ItemView[]): void
  /** Requests the visible items again, because the view's content has changed. */
  reload(): Promise<void>
}

interface Source {
  readonly team: string
  readonly runId: string
  readonly view: ItemsViewOptions
  /** Number of items that the run has now. */
  readonly count: number
  /** True if some were deleted, so that an item's index in the run is not its index in the list. */
  readonly hasGaps: boolean
  /** The first of them in original order, from the page; null if that is too old. */
  readonly first: ItemWindow | null
  /** Receives the marks on new items. */
  readonly marks: Pick<Marks, 'take' | 'turn'>
}

/** Minimum time between requests for more items of a run. */
const AGAIN_MS = 200

type Counts = Pick<ItemWindow, 'hidden' | 'isMarked'> & { readonly total: number | null }

/** Loads the shown items by hundreds, and again when the run has more, since it may have any number of them. */
export function useRunItems({ team, runId, view, count, hasGaps, first, marks }: Source): ShownItems {
  const { text, only, sort } = view
  const isPlain = text === '' && only === 'all' && sort === 'bought' && !hasGaps
  const client = useQueryClient()
  // Every list has its own windows: another list's may be older than a mark.
  const id = useId()
  const list = useMemo(() => ['items', id], [id])
  const [counts, setCounts] = useState<Counts>(() => {
    if (first && isPlain) {
      const { items, hidden } = first
      client.setQueryData<LoadedItems>([...list, 0], { items, of: items.length + hidden })
    }
    return { total: null, hidden: (isPlain && first?.hidden) || 0, isMarked: first?.isMarked ?? true }
  })
  const [range, setRange] = useState({ from: 0, to: WINDOW })
  const total = isPlain ? Math.max(0, count - counts.hidden) : counts.total
  const now = useRef({ count, counts, turn: marks.turn })
  now.current = { count, counts, turn: marks.turn }

  const load = async (window: number, signal: AbortSignal): Promise<LoadedItems> => {
    const { count: of, turn } = now.current
    const query = { team, from: String(window * WINDOW), count: String(WINDOW), text, only, sort }
    const answer = await getJson<ItemWindow>(`/api/runs/${runId}/items`, query, signal)
    const { items, marks: came, ...counts } = answer
    marks.take(items.map(idOf), came, turn)
    setCounts(counts)
    return { items, of }
  }
  const { isFailed } = useQueries({
    queries: windowsOf({ from: range.from, to: Math.min(range.to, total ?? range.to) }).map((window) => ({
      queryKey: [...list, window],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(window, signal),
      refetchInterval: ({ state }: { state: { data: LoadedItems | undefined } }) =>
        state.data && isWindowOutdated(state.data, { isPlain, count }) ? AGAIN_MS : false,
    })),
    combine: stateOf,
  })

  const need = useCallback((from: number, to: number): void => {
    setRange((before) => toWholeWindows(before, { from, to }))
  }, [])
  const reload = useCallback(async (): Promise<void> => {
    await client.cancelQueries({ queryKey: list })
    client.removeQueries({ queryKey: list, type: 'inactive' })
    await client.invalidateQueries({ queryKey: list })
  }, [client, list])
  const put = useCallback(
    (came: readonly ItemView[]): void => {
      const { counts, turn } = now.current
      // If the team has marks, these may be hidden or marked, so they are requested.
      if (!isPlain || counts.isMarked || turn > 0) return
      for (const item of came) {
        const key = [...list, Math.floor(item.place / WINDOW)]
        client.setQueryData<LoadedItems>(key, (known) => appendToWindow(known, item))
      }
    },
    [client, list, isPlain],
  )
  const at = useCallback(
    (index: number): ItemView | undefined =>
      client.getQueryData<LoadedItems>([...list, Math.floor(index / WINDOW)])?.items[index % WINDOW],
    [client, list],
  )
  const { hidden } = counts
  return useMemo(
    () => ({ total, hidden, isFailed, at, need, put, reload }),
    [total, hidden, isFailed, at, need, put, reload],
  )
}

const idOf = ({ id }: ItemView): string => id

/** The items are read by `at`; they are named here so that the list is rendered again when they change. */
const stateOf = (windows: readonly UseQueryResult<LoadedItems>[]) => ({
  isFailed: windows.some(({ isError }) => isError),
  items: windows.map(({ data }) => data),
})

/** Number of items that are requested at a time. */
const WINDOW = 100

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
export function toWholeWindows(before: Range, { from, to }: Range): Range {
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
export const isWindowOutdated = (
  { items, of }: LoadedItems,
  { isPlain, count }: { readonly isPlain: boolean; readonly count: number },
): boolean => of < count && !(isPlain && items.length === WINDOW)

/** Returns a window with an item at its end if the item belongs there; otherwise the window as it is. */
export function appendToWindow(known: LoadedItems | undefined, item: ItemView): LoadedItems | undefined {
  const { items, of } = known ?? { items: [], of: 0 }
  return items.length === item.place % WINDOW
    ? { items: [...items, item], of: Math.max(of, item.place + 1) }
    : known
}
