/** The position of something when it got the focus. */
export interface FocusPlace {
  readonly element: HTMLElement
  /** Its ancestors, nearest first, each with its neighbours. */
  readonly within: readonly {
    readonly element: Element
    readonly beside: readonly (Element | null)[]
  }[]
}

export function placeOf(element: HTMLElement): FocusPlace {
  const within = []
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
    within.push({ element: each, beside: [each.nextElementSibling, each.previousElementSibling] })
  return { element, within }
}

/**
 * Returns what takes the focus that all of these have lost, last one first: the same element if it is back, else what
 * is left of its surroundings. Null while it is only busy.
 */
export function placeAfter(places: readonly FocusPlace[]): HTMLElement | null {
  for (const { element, within } of places) {
    if (element.matches(':disabled') && element.isConnected) return null
    // An item of a long list that is out of sight is not mounted: one reads on from where the list is.
    if (!element.isConnected && within.some((each) => each.element.matches('[data-index]'))) return null
    if (isShown(element)) return element
    if (element.isConnected) continue
    const left = leftOf(within)
    if (left) return left
  }
  return places.length === 0 ? null : headingIn(document.body)
}

const isShown = (element: Element): boolean =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true })

/** Returns whether an element could have the focus now. */
export const isUsable = (element: Element): boolean => isShown(element) && !element.matches(':disabled')

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
