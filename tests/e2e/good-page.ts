import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

interface Looks {
  /** The part of the page that axe checks; the whole page by default. */
  readonly part?: string | undefined
  /** The rules that axe checks; all by default. */
  readonly axe?: Rules
}

/**
 * Sets of axe rules. A second check of one page needs only the colours, because its elements are the same.
 */
export type Rules = 'all' | 'colours' | 'none'

/**
 * Fails if axe finds a WCAG violation in the page as it stands, or if the page scrolls sideways. With SHOTS
 * set to a folder, saves a screenshot named `name` there, and its text beside it.
 */
export async function expectGoodPage(page: Page, name: string, { part = 'html', axe = 'all' }: Looks = {}) {
  const told = axe === 'none' ? [] : await violationsIn(page, part, axe)
  expect({ name, told }).toEqual({ name, told: [] })
  // A chart takes its new width one frame after the window.
  await expect.poll(() => widest(page), { message: `${name} scrolls sideways` }).toEqual([])
  const folder = process.env.SHOTS
  if (!folder) return
  // The frame animates to its place when the window's width changes.
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  await writeFile(`${folder}/${name}.txt`, await page.locator('body').innerText())
}

/**
 * Returns the elements that extend furthest to the right if the page is wider than the window; otherwise
 * none.
 */
const widest = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const reach = (element: Element) => element.getBoundingClientRect().right
    const all = [...document.body.querySelectorAll('*')].sort((one, other) => reach(other) - reach(one))
    return all.slice(0, 3).map((one) => `${Math.round(reach(one))}: ${one.outerHTML.slice(0, 200)}`)
  })

/**
 * Returns the rules that axe finds violated in a part of the page as it stands, and the elements that violate
 * them.
 */
export async function violationsIn(page: Page, part = 'html', rules: Exclude<Rules, 'none'> = 'all') {
  // Injected once per loaded page, because parsing it takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  }
  return page.evaluate(
    async ([element, options]) => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
      // The page changes its colour scheme after the browser does. No test has chosen a scheme on the page
      // itself.
      const { dataset } = document.documentElement
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      while (dataset.mantineColorScheme && (dataset.mantineColorScheme === 'dark') !== isDark) await frame()
      // During a transition, contrast is not yet what it will be.
      for (;;) {
        await frame()
        const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
        if (transitions.length === 0) break
        await Promise.allSettled(transitions.map(({ finished }) => finished))
      }
      const { run } = Reflect.get(window, 'axe') as typeof axe
      const { violations } = await run(element, options)
      return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 200)) }))
    },
    [part, options] as const,
  )
}
