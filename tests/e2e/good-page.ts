import { writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

interface Looks {
  /** What axe looks at; the whole page unless given. */
  readonly part?: string | undefined
  /** Which rules of axe are looked at; all of them unless told otherwise. */
  readonly axe?: Rules
}

/** What differs between two looks at one page is its colours. */
export type Rules = 'all' | 'colours' | 'none'

/**
 * Fails where axe finds a violation of WCAG in the page as it stands, and where it scrolls sideways. With SHOTS set
 * to a folder, a picture named `name` is kept there, and its words beside it.
 */
export async function expectGoodPage(page: Page, name: string, { part = 'html', axe = 'all' }: Looks = {}) {
  const told = axe === 'none' ? [] : await violationsIn(page, part, axe)
  expect({ name, told }).toEqual({ name, told: [] })
  // A chart takes its new width a frame after the window has.
  await expect.poll(() => widest(page), { message: `${name} scrolls sideways` }).toEqual([])
  const folder = process.env.SHOTS
  if (!folder) return
  // The frame goes to its place when the window has another width.
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  await writeFile(`${folder}/${name}.txt`, await page.locator('body').innerText())
}

/** Where the page is wider than the window: the elements that reach furthest to the right. */
const widest = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const reach = (element: Element) => element.getBoundingClientRect().right
    const all = [...document.body.querySelectorAll('*')].sort((one, other) => reach(other) - reach(one))
    return all.slice(0, 3).map((one) => `${Math.round(reach(one))}: ${one.outerHTML.slice(0, 200)}`)
  })

/** What axe finds in a part of the page as it stands: the rules that are broken, and the elements that break them. */
export async function violationsIn(page: Page, part = 'html', rules: Exclude<Rules, 'none'> = 'all') {
  // Put in once for each page that is loaded: to read it takes as long as a look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === 'colours' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  }
  return page.evaluate(
    async ([element, options]) => {
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
      // The page takes other colours on after the browser has; nobody of these tests has chosen some.
      const { dataset } = document.documentElement
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches
      while (dataset.mantineColorScheme && (dataset.mantineColorScheme === 'dark') !== isDark) await frame()
      // Half way to another colour nothing has the contrast that it will have.
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
