import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

interface Looks {
  /** What axe looks at; the whole page unless given. */
  readonly part?: string | undefined
  /** Whether axe looks at it; it does unless told otherwise. */
  readonly axe?: boolean
}

/**
 * Fails where axe finds a violation of WCAG in the page as it stands, and where it scrolls sideways. With SCREENSHOTS set
 * to anything, a picture named `name` is kept in the test's output folder.
 */
export async function expectGoodPage(page: Page, name: string, { part = 'html', axe = true }: Looks = {}) {
  const told = axe ? await violationsIn(page, part) : []
  expect({ name, told }).toEqual({ name, told: [] })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  // A chart takes its new width a frame after the window has.
  await expect.poll(overflow, { message: `${name} scrolls sideways` }).toBeLessThanOrEqual(0)
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true })
}

async function violationsIn(page: Page, part: string) {
  const { violations } = await new AxeBuilder({ page })
    // No page has a frame within it. This mode needs no second page for each look.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(part)
    .analyze()
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 200)) }))
}
