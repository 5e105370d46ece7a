'use client'

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the focus that a button lost while it was pending: to the button, or to what replaced it. If the person has
 * moved the focus elsewhere, it stays there.
 */
export function useKeptFocus(isPending: boolean): {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly instead: RefObject<HTMLParagraphElement | null>
} {
  const button = useRef<HTMLButtonElement>(null)
  const instead = useRef<HTMLParagraphElement>(null)
  const wasPending = useRef(false)
  useEffect(() => {
    const isDone = wasPending.current && !isPending
    wasPending.current = isPending
    if (!isDone || (document.activeElement !== null && document.activeElement !== document.body)) return
    // The one that was pressed may have been removed since, or cannot be pressed again.
    const isThere = button.current?.isConnected && !button.current.disabled
    const target = isThere ? button.current : instead.current
    target?.focus({ preventScroll: true })
  }, [isPending])
  return { button, instead }
}
