import type { Page } from '@playwright/test'

/** An element that received the focus. */
interface Stop {
  readonly name: string
  /** Its position in document order. */
  readonly place: number
  readonly faults: readonly string[]
}

/** More stops than any page has: a walk that reaches this many is caught in a focus trap. */
const MAX_STOPS = 400

/**
 * Records how each focusable element looks without the focus, and the document order, which Tab should
 * follow.
 */
const remember = (page: Page) =>
  page.evaluate(() => {
    const TAKES =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]'
    const LOOKS = ['outline', 'boxShadow', 'borderColor', 'backgroundColor', 'transform'] as const
    // The focus ring may be on an ancestor of the element, or on its next sibling.
    const lookOf = (element: Element) =>
      [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement]
        .map((each) => {
          const style = each && getComputedStyle(each)
          return style && LOOKS.map((look) => style[look]).join()
        })
        .join(' ')
    const unfocused = new Map([...document.querySelectorAll(TAKES)].map((each) => [each, lookOf(each)]))
    const order = [...document.querySelectorAll('*')]
    Object.assign(window, { walk: { unfocused, order, lookOf } })
  })

/**
 * Returns the element that has the focus, with what is wrong with it; null if the document itself has the
 * focus.
 */
const look = (page: Page) =>
  page.evaluate(async (): Promise<Stop | null> => {
    const { unfocused, order, lookOf } = Reflect.get(window, 'walk') as {
      unfocused: Map<Element, string>
      order: Element[]
      lookOf(element: Element): string
    }
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    // The focus style may have a transition, and a lazy field replaces its placeholder when it receives the
    // focus.
    for (let frames = 0; frames < 12; frames += 1) {
      const now = document.activeElement
      const isRest = now === null || now === document.body
      // Elements that a list has drawn during the walk have no recorded look.
      if (isRest ? frames > 2 : lookOf(now) !== unfocused.get(now)) break
      await frame()
    }
    const element = document.activeElement
    if (!element || element === document.body || element === document.documentElement) return null
    const faults: string[] = []
    if (lookOf(element) === unfocused.get(element)) faults.push('looks as without the focus')
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
    // The label draws the control.
    const isDrawn = element.matches('[type=radio], [type=checkbox]')
    if (!isDrawn && width * height === 0) faults.push('has no size')
    if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) faults.push('is out of sight')
    if (!element.checkVisibility({ visibilityProperty: true })) faults.push('is hidden')
    if (element.closest('[aria-hidden=true], [inert]')) faults.push('is hidden from screen readers')
    const x = Math.min(Math.max((left + right) / 2, 1), innerWidth - 1)
    const y = Math.min(Math.max((top + bottom) / 2, 1), innerHeight - 1)
    const over = document.elementFromPoint(x, y)
    const isCovered = over && !element.contains(over) && !over.contains(element)
    if (!isDrawn && isCovered) faults.push(`is covered by ${over.outerHTML.slice(0, 100)}`)
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    const labels = isField ? [...(element.labels ?? [])] : []
    const words = [
      element.getAttribute('aria-label'),
      ...[...labels, element].map((each) => each.textContent),
    ]
    const label = words
      .find((each) => each?.trim())
      ?.trim()
      .slice(0, 60)
    if (!label) faults.push(`has no name: ${element.outerHTML.slice(0, 100)}`)
    return {
      name: `${element.tagName.toLowerCase()} “${label}”`,
      place: order.indexOf(element),
      faults,
    }
  })

/**
 * Walks through a page with Tab, and back with Shift+Tab. Returns the stops and what is wrong: stops that are
 * invisible, hidden or out of order, and a focus trap.
 */
export async function walkPage(page: Page): Promise<{ stops: string[]; faults: string[] }> {
  await remember(page)
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
  })
  const forth = await follow(page, 'Tab')
  const back = await follow(page, 'Shift+Tab')
  const faults = [...forth, ...back].flatMap((stop) => stop.faults.map((fault) => `${stop.name} ${fault}`))
  for (const [from, to] of pairs(forth))
    if (to.place >= 0 && to.place < from.place) faults.push(`${to.name} comes after ${from.name}`)
  const names = (stops: readonly Stop[]) => stops.map(({ name }) => name)
  const missed = names(forth).filter((name) => !names(back).includes(name))
  if (missed.length > 0) faults.push(`the way back leaves out ${missed.join(', ')}`)
  if (forth.length === MAX_STOPS || back.length === MAX_STOPS) faults.push('the way does not end')
  return { stops: names(forth), faults: [...new Set(faults)] }
}

/**
 * Presses a key until the focus leaves the page. A browser without a toolbar may continue at the other end of
 * the page, where the walk began.
 */
async function follow(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let presses = 0; presses < MAX_STOPS; presses++) {
    await page.keyboard.press(key)
    const stop = await look(page)
    const [first] = stops
    const isBack = stop?.place === first?.place && stop?.name === first?.name
    if (stop !== null && !isBack) stops.push(stop)
    else if (stops.length > 0) break
  }
  return stops
}

const pairs = <One>(list: readonly One[]): [One, One][] =>
  list.slice(1).map((next, place) => [list[place] as One, next])
