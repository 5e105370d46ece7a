import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

interface Looks {
  /** What axe looks at; the whole page unless given. */
  readonly part?: string | undefined
  /** The only rules of axe that are tried; all of them unless given. */
  readonly rules?: readonly string[]
}

/**
 * Fails where axe finds a violation of WCAG in the page as it stands, and where it scrolls sideways. With SCREENSHOTS set
 * to anything, a picture named `name` is kept in the test's output folder.
 */
export async function expectGoodPage(page: Page, name: string, { part = 'html', rules }: Looks = {}) {
  const axe = new AxeBuilder({ page }).include(part)
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze()
  const told = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 200)) }))
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect({ name, told, overflow: Math.max(0, overflow) }).toEqual({ name, told: [], overflow: 0 })
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
}
