import type { Page } from '@playwright/test'

/** What Tab came to. */
interface Stop {
  readonly name: string
  /** Where it is in the order of the document. */
  readonly place: number
  readonly faults: readonly string[]
}

/** More stops than any page has: one that is not left by then holds the focus. */
const MAX_STOPS = 400

/** Keeps how everything that takes the focus looks without it, and the order in which Tab should come to it. */
const remember = (page: Page) =>
  page.evaluate(() => {
    const TAKES =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable=true]'
    const LOOKS = ['outline', 'boxShadow', 'borderColor', 'backgroundColor', 'transform'] as const
    // A ring may be on what holds the element, or on what follows it.
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

/** What has the focus now, and what is wrong with that; null where it is the page as a whole. */
const look = (page: Page) =>
  page.evaluate(async (): Promise<Stop | null> => {
    const { unfocused, order, lookOf } = Reflect.get(window, 'walk') as {
      unfocused: Map<Element, string>
      order: Element[]
      lookOf(element: Element): string
    }
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    // A look may come by a transition, and a field that loads when somebody comes takes the place of its stand-in.
    for (let frames = 0; frames < 12; frames += 1) {
      const now = document.activeElement
      const isRest = now === null || now === document.body
      // What a list has drawn on the way was not there to be remembered.
      if (isRest ? frames > 2 : lookOf(now) !== unfocused.get(now)) break
      await frame()
    }
    const element = document.activeElement
    if (!element || element === document.body || element === document.documentElement) return null
    const faults: string[] = []
    if (lookOf(element) === unfocused.get(element)) faults.push('looks as without the focus')
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
    // Its label draws it.
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
 * Walks a page from its top to its end with Tab, and back from there with Shift Tab. Tells what is wrong: a stop that
 * nobody sees, one that is hidden, one out of order, and a way that does not end.
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
 * Presses a key until the focus has left the page. A browser without a bar of its own may go on at the page's other end
 * instead, where the walk began.
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
