'use client'

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useHydrated, useIsPrinting } from '@/components/ui'
import type { NextItem, WindowVirtualizer } from './items'
import type { ShownItems } from './use-run-items'

const OVERSCAN = 8
/** Number of items before and after that are requested too, so that they are ready when the person scrolls on. */
const AHEAD = 50
/** Size for what the server renders, and the browser before it has measured anything. */
const FIRST_SCREEN = { width: 1024, height: 900 }
const FIRST_ITEMS = 10
/** Time after which the visible items are painted, and there is time for the others. */
const PAINTED_MS = 150

/**
 * Returns what the server renders and the browser takes over, wherever the page was scrolled to. If the two differed,
 * React would render the whole page again.
 */
const firstItems = ({ count }: Range): number[] =>
  Array.from({ length: Math.min(count, FIRST_ITEMS) }, (_, index) => index)

interface ItemWindowState<List extends HTMLElement> {
  readonly list: RefObject<List | null>
  readonly virtualizer: WindowVirtualizer
  /** Visible items to mount now. */
  readonly up: ReadonlySet<number>
}

/** Number of loaded items that are printed before and after those looked at. */
const ON_PAPER = 500

/** Equals `scroll-margin-top` of an item (runs.module.css): items scrolled to stand below what stays at the top. */
const HEAD_ROOM = 180

/** Tracks which items of a long list are visible, for a list that scrolls with the page. Requests the missing ones. */
export function useItemWindow<List extends HTMLElement>(
  items: ShownItems,
  total: number,
  estimatedHeight: number,
): ItemWindowState<List> {
  const list = useRef<List>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const isTakenOver = useHydrated()
  const isPainted = usePainted()
  const isPrinted = useIsPrinting()
  const onPaper = ({ startIndex, endIndex, count }: Range): number[] => {
    const from = Math.max(0, startIndex - ON_PAPER)
    const many = Math.min(count, endIndex + ON_PAPER) - from
    const near = Array.from({ length: many }, (_, index) => from + index)
    return near.filter((index) => items.at(index) !== undefined)
  }
  const virtualizer = useWindowVirtualizer<Element>({
    count: total,
    estimateSize: () => estimatedHeight,
    overscan: isPainted ? OVERSCAN : 0,
    rangeExtractor: (isPrinted && onPaper) || (isTakenOver ? defaultRangeExtractor : firstItems),
    scrollMargin,
    scrollPaddingStart: HEAD_ROOM,
    initialRect: FIRST_SCREEN,
  })
  const { isScrolling } = virtualizer
  useLayoutEffect(() => {
    // Reading its position forces a layout, and scrolling does not change it.
    if (isScrolling) return
    const top = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0
    setScrollMargin((known) => (Math.abs(known - top) < 1 ? known : top))
  })
  const shown = virtualizer.getVirtualItems()
  const loaded = shown.map(({ index }) => index).filter((index) => items.at(index) !== undefined)
  const up = useSpread(loaded, isScrolling)
  const [from, to] = [shown[0]?.index ?? 0, (shown.at(-1)?.index ?? -1) + 1]
  useEffect(() => {
    if (to > from) items.need(Math.max(0, from - AHEAD), to + AHEAD)
  }, [items, from, to])
  return { list, virtualizer, up }
}

/** Returns whether the list has been on the page for a moment. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), PAINTED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isPainted
}

/** Number of new items that are mounted at a time while the page scrolls; more would make a frame late. */
const MAX_NEW = 2

/**
 * Returns which of the visible items to mount now: all mounted ones, and a few new ones while the page scrolls. The
 * others follow in the next frames, so that no frame waits for a screenful.
 */
function useSpread(indexes: readonly number[], isScrolling: boolean): ReadonlySet<number> {
  const [, putUpMore] = useReducer((count: number) => count + 1, 0)
  const up = useRef<ReadonlySet<number>>(new Set())
  const before = up.current
  let room = isScrolling ? MAX_NEW : Number.POSITIVE_INFINITY
  const now = new Set(indexes.filter((index) => before.has(index) || room-- > 0))
  const isWhole = now.size === indexes.length
  useLayoutEffect(() => {
    up.current = now
    if (isWhole) return
    const frame = requestAnimationFrame(putUpMore)
    return () => cancelAnimationFrame(frame)
  })
  return now
}

/** Selector of fields in which one types. */
const FIELDS = 'input, textarea, select'

/**
 * Scrolls the requested item into sight and gives it the focus, so that one reads, or tabs, on from there. Someone who
 * has begun to type meanwhile stays there.
 */
export function useScrollToItem(
  list: RefObject<HTMLElement | null>,
  virtualizer: WindowVirtualizer,
  { index, onShown }: NextItem,
): void {
  const { count } = virtualizer.options
  useEffect(() => {
    if (index === null || index >= count) return
    if (document.activeElement?.matches(FIELDS)) return onShown()
    const element = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    // Once it has scrolled there the item is mounted, and this runs again.
    if (!element) return virtualizer.scrollToIndex(index, { align: 'start' })
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start' })
    onShown()
  })
}
