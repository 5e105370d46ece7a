import type { Page } from '@playwright/test'

/**
 * Returns layout faults of a page: text cut off without an ellipsis, elements beyond the right edge, tables
 * that scroll sideways on a wide screen, text squeezed to one letter per line, buttons too small for a
 * finger, and overlapping controls.
 */
export const layoutFaultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40)}”`
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isInScroller = (element: Element): boolean => {
      for (let each = element.parentElement; each && each !== document.body; each = each.parentElement)
        if (scrolls(each)) return true
      return false
    }
    const all = [...document.body.querySelectorAll('*')].filter(
      (element) => element instanceof HTMLElement && isShown(element),
    )
    for (const element of all) {
      const style = getComputedStyle(element)
      const { right, width, height } = element.getBoundingClientRect()
      // Visible to screen readers only.
      if (width <= 1 || height <= 1 || style.clipPath !== 'none') continue
      const isField = element.matches('input, textarea, select, pre, code')
      const hides = /hidden|clip/.test(style.overflowX)
      if (
        !isField &&
        hides &&
        // A switch or a bar has no text to cut off.
        element.textContent?.trim() &&
        style.textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      )
        faults.push(`cut off: ${name(element)}`)
      const words = [...element.childNodes]
        .find(({ nodeType }) => nodeType === Node.TEXT_NODE)
        ?.nodeValue?.trim()
      if (words && words.length > 5 && width < 16 && height > 4 * width)
        faults.push(`squeezed: ${name(element)}`)
      if (right > innerWidth + 1 && !isInScroller(element) && style.position !== 'fixed')
        faults.push(`sticks out: ${name(element)}`)
      if (
        innerWidth >= 1280 &&
        element.matches('[role=region]') &&
        element.scrollWidth > element.clientWidth + 1
      )
        faults.push(`scrolls sideways: ${element.getAttribute('aria-label')}`)
      // A table without enough room should show its rows as cards.
      if (
        element.matches('[role=region]:has(> [role=table])') &&
        element.scrollWidth > element.clientWidth + 1
      )
        faults.push(`a table without room: ${element.getAttribute('aria-label')}`)
    }
    const controls = all.filter((element) =>
      element.matches('main :is(a, button, input:not([type=hidden]), textarea, select)'),
    )
    // Fingers miss smaller targets (WCAG 2.5.8). A number field's arrows are exempt, since the number can be
    // typed.
    for (const element of controls.filter((each) => each.matches('button:not([tabindex="-1"])'))) {
      const { width, height } = element.getBoundingClientRect()
      if (width < 24 || height < 24) faults.push(`smaller than 24 pixels: ${name(element)}`)
    }
    const boxes = controls.map((element) => ({ element, box: element.getBoundingClientRect() }))
    for (const [place, one] of boxes.entries())
      for (const other of boxes.slice(place + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue
        const x = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const y = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        const isInside = (part: Element) => /absolute|fixed|sticky/.test(getComputedStyle(part).position)
        const isLaid = [one.element, other.element].some(
          (part) =>
            isInside(part) ||
            (part.parentElement && isInside(part.parentElement)) ||
            part.closest('[data-position]'),
        )
        if (x > 2 && y > 2 && !isLaid) faults.push(`overlap: ${name(one.element)} and ${name(other.element)}`)
      }
    return [...new Set(faults)].slice(0, 10)
  })
