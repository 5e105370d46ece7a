/** Where something stood when it got the focus. */
export interface FocusPlace {
  readonly element: HTMLElement
  /** What it stood in, the nearest first, each with its neighbours. */
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
 * What takes the focus that all of these have lost, the last one first: the same again where it is back, else what is left
 * of its place. Null while it is only busy.
 */
export function placeAfter(places: readonly FocusPlace[]): HTMLElement | null {
  for (const { element, within } of places) {
    if (element.matches(':disabled') && element.isConnected) return null
    // What is out of sight of a long list is not there: one reads on from where the list is.
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

/** Whether it could have the focus now. */
export const isUsable = (element: Element): boolean => isShown(element) && !element.matches(':disabled')

/** The heading of what stood beside what is gone; else its table or dialog, or the heading above it. */
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

/** A heading takes the focus until it is left. */
function headingIn(element: Element): HTMLElement | null {
  const heading = [...element.querySelectorAll<HTMLElement>('h1, h2, h3')].find(isShown)
  if (!heading) return null
  if (!heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1
    heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true })
  }
  return heading
}
