'use client'

import { useEffect } from 'react'
import { type FocusPlace, isUsable, placeAfter, placeOf } from './focus-places'

/** So many places are remembered: a question over a drawer, the drawer, and the page below them. */
const MOST = 6
/** What gives the focus back by itself has done so by then. */
const WAIT_MS = 120

/**
 * Who acts by keyboard stays where the act was: where what had the focus is gone, the focus goes to what is left of
 * its place, and back to a button that was busy. Without it, it falls to the page as a whole and one begins at the top.
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
    places = [placeOf(target), ...others].slice(0, MOST)
  }
  // Who has left it for nothing, as by a press beside it, wants no focus; a button that is busy has lost it without that.
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
    ...{ childList: true, subtree: true },
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
