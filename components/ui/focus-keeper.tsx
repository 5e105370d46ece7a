'use client'

import { useEffect } from 'react'
import { type FocusPlace, isUsable, placeAfter, placeOf } from './focus-places'

/** Number of remembered positions: a question over a drawer, the drawer, and the page below them. */
const MAX = 6
/** Time after which whatever restores the focus by itself has done so. */
const WAIT_MS = 120

/**
 * Keeps keyboard users where they acted: if what had the focus is gone, the focus goes to what is left of its
 * surroundings, and back to a button that was busy. Otherwise it would fall to the page as a whole and one would begin
 * at the top.
 */
export function FocusKeeper() {
  useEffect(keepFocus, [])
  return null
}

function keepFocus(): () => void {
  let places: readonly FocusPlace[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = () => document.activeElement === null || document.activeElement === document.body
  const come = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const others = places.filter(({ element }) => element !== target)
    places = [placeOf(target), ...others].slice(0, MAX)
  }
  // Someone who left it for nothing, as by a press beside it, wants no focus; a busy button has lost it without that.
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || relatedTarget !== null) return
    setTimeout(() => {
      if (isLost() && document.hasFocus() && isUsable(target)) places = []
    })
  }
  const look = () => {
    timer = undefined
    if (isLost()) placeAfter(places)?.focus({ preventScroll: true })
  }
  const change = () => {
    if (timer === undefined && places.length > 0 && isLost()) timer = setTimeout(look, WAIT_MS)
  }
  const observer = new MutationObserver(change)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'data-closed'],
  })
  document.addEventListener('focusin', come)
  document.addEventListener('focusout', leave)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', come)
    document.removeEventListener('focusout', leave)
  }
}
