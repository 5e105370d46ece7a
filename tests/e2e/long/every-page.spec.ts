import type { Page } from '@playwright/test'
import { PAGES, type Things } from '../../support/access-table'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { layoutFaultsOf } from '../layout'
import { isLong } from '../long-form'
import type { Team } from '../team'
import { makeTeamWithAll } from '../team-with-all'
import { bringSession } from '../visits'

/**
 * Checks every page with data on it: no WCAG violation, nothing cut off or overlapping, in light and dark,
 * wide and narrow. `npm run test:long -- pages` checks all variants; `npm test` the wide light one.
 */

// The tests share one team.
test.describe.configure({ mode: 'default' })

/** Each page is checked as first loaded, and again whenever screen size and colours have changed. */
const ALL_LOOKS = [
  { scheme: 'light', viewport: { width: 1440, height: 900 }, axe: 'all' },
  // Equals the first screen at a zoom of 200 %.
  { scheme: 'light', viewport: { width: 720, height: 450 }, axe: 'none' },
  { scheme: 'light', viewport: { width: 390, height: 844 }, axe: 'none' },
  { scheme: 'dark', viewport: { width: 390, height: 844 }, axe: 'colours' },
  { scheme: 'dark', viewport: { width: 1440, height: 900 }, axe: 'none' },
] as const
const LOOKS = isLong ? ALL_LOOKS : [ALL_LOOKS[0]]

let team: Team
let things: Things

test.beforeAll(async ({ shared: world }) => {
  const opened = await makeTeamWithAll(world)
  team = opened.team
  things = opened.things
})

/** Waits until nothing on the page is loading. */
const settled = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/**
 * Opens a page and checks it in each size and colour scheme. Axe checks each scheme once, because sizes share
 * colours, and the second time only colours, because the elements are the same.
 */
async function expectGoodLooks(page: Page, url: string, name: string): Promise<void> {
  for (const [place, { scheme, viewport, axe }] of LOOKS.entries()) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: scheme })
    if (place === 0) await page.goto(url)
    await settled(page)
    const look = `${name}-${scheme}-${viewport.width}`
    await expectGoodPage(page, look, { axe })
    // Colours do not affect the layout, so each width is checked once.
    if (scheme === 'light')
      expect.soft({ look, faults: await layoutFaultsOf(page) }).toEqual({ look, faults: [] })
  }
}

test('every page of a team is accessible and well laid out', async ({ page }) => {
  test.setTimeout(300_000)
  await bringSession(page, team.admin)
  for (const [file, { path, needs, answers }] of Object.entries(PAGES)) {
    // The browser logs an error for a missing page; shared/ways.spec.ts covers those.
    if (needs === 'visitor' || answers) continue
    const name = file
      .replace(/^app\/\((?:dashboard\)\/\[team\]|account\))\/|\/?page\.tsx$/g, '')
      .replaceAll('/', '-')
    const url = team.admin.baseUrl + path(team.slug, things)
    await expectGoodLooks(page, url, name || 'overview')
  }
})

test('a page loaded in the dark scheme is dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await bringSession(page, team.admin)
  await page.goto(team.at())
  await settled(page)
  await expectGoodPage(page, 'loaded-dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('the pages before a team are accessible and well laid out', async ({ page }) => {
  const { admin } = team
  const { token } = (await admin.mustPerform('members/createInviteAction', { role: 'member' })) as {
    token: string
  }
  await expectGoodLooks(page, `${admin.baseUrl}/sign-in`, 'sign-in')
  await expectGoodLooks(page, `${admin.baseUrl}/invite/${token}`, 'invite')
  await expectGoodLooks(page, `${admin.baseUrl}/sign-in/reset`, 'reset')
})
