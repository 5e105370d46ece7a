'use client'

import { type RefObject, useEffect } from 'react'
import type { NextItem, WindowVirtualizer } from './items'

/** Selector of fields in which one types. */
const FIELDS = 'input, textarea, select'

/**
 * Scrolls the requested item into sight and gives it the focus, so that one reads, or tabs, on from there. Someone who
 * has begun to type meanwhile stays there.
 */
export function useShownItem(
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
