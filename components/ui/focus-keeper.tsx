'use client'

import { useEffect } from 'react'

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
  // Someone who left it on purpose, such as by clicking beside it, wants no focus; a busy button lost it otherwise.
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

/** The position of something when it got the focus. */
interface FocusPlace {
  readonly element: HTMLElement
  /** Its ancestors, nearest first, each with its neighbours. */
  readonly within: readonly {
    readonly element: Element
    readonly beside: readonly (Element | null)[]
  }[]
}

function placeOf(element: HTMLElement): FocusPlace {
  const within = []
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
    within.push({ element: each, beside: [each.nextElementSibling, each.previousElementSibling] })
  return { element, within }
}

/**
 * Returns what takes the focus that all of these have lost, last one first: the same element if it is back, else what
 * is left of its surroundings. Null while it is only busy.
 */
function placeAfter(places: readonly FocusPlace[]): HTMLElement | null {
  for (const { element, within } of places) {
    if (element.matches(':disabled') && element.isConnected) return null
    // An item of a long list that is out of view is not mounted: reading continues from where the list is.
    if (!element.isConnected && within.some((each) => each.element.matches('[data-index]'))) return null
    if (isShown(element)) return element
    // What stood beside a dialog has nothing to do with it.
    if (element.isConnected || isOfDialog(within)) continue
    const left = leftOf(within)
    if (left) return left
  }
  // Someone who acted nowhere on the page itself, as with Ctrl K right after it loaded, gets back no focus.
  return places.every(({ within }) => isOfDialog(within)) ? null : headingIn(document.body)
}

const isOfDialog = (within: FocusPlace['within']): boolean =>
  within.some(({ element }) => element.matches('[role=dialog]'))

const isShown = (element: Element): boolean =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true })

/** Returns whether an element could have the focus now. */
const isUsable = (element: Element): boolean => isShown(element) && !element.matches(':disabled')

/** Returns the heading of what stood beside what is gone; else its table or dialog, or the heading above it. */
function leftOf(within: FocusPlace['within']): HTMLElement | null {
  const gone = within.findLast(({ element }) => !element.isConnected)
  for (const beside of gone?.beside ?? []) {
    const heading = beside?.isConnected && headingIn(beside)
    if (heading) return heading
  }
  for (const { element } of within) {
    if (!isShown(element)) continue
    const isPlace = element instanceof HTMLElement && element.matches('[tabindex]:not(main)')
    const place = isPlace ? element : headingIn(element)
    if (place) return place
  }
  return null
}

/** Returns a heading, which takes the focus until it is left. */
function headingIn(element: Element): HTMLElement | null {
  const heading = [...element.querySelectorAll<HTMLElement>('h1, h2, h3')].find(isShown)
  if (!heading) return null
  if (!heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1
    heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true })
  }
  return heading
}
