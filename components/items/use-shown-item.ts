'use client'

import { type RefObject, useEffect } from 'react'
import type { NextItem, WindowVirtualizer } from './items'

/** Where one types. */
const FIELDS = 'input, textarea, select'

/**
 * Brings the item that was asked for into sight, and gives it the focus: one reads, or tabs, on from there. Who has begun to
 * type meanwhile stays there.
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
    // Once it has scrolled there the item is mounted, and this looks again.
    if (!element) return virtualizer.scrollToIndex(index, { align: 'start' })
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'start' })
    onShown()
  })
}
