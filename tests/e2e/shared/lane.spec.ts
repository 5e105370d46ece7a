import type { Browser } from '@playwright/test'
import type { TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { buyPage, COFFEE, lane, left, openLane, road } from '../lane'
import { enter } from '../visits'

/** The live activity of a key: what one browser buys, another one sees leave. */

let admin: TeamClient
let searchId: string
let startRun: () => Promise<unknown>

test.beforeEach(async ({ team, key }) => {
  admin = team.admin
  searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  startRun = () => buyPage(admin, searchId, key.id)
})

/** Buys pages with a browser of its own, as a person would. */
async function runThreePages(browser: Browser): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await enter(page, admin, `/searches/${searchId}`)
  await page.getByRole('button', { name: 'Run first page' }).click()
  const bought = page.getByRole('status', { name: 'Bought so far' })
  for (const pages of ['1', '2', '3']) {
    await expect(bought.getByText(pages, { exact: true })).toBeVisible()
    if (pages !== '3') await page.getByRole('button', { name: 'Next page', exact: true }).click()
  }
  await context.close()
}

test('what one browser buys, another sees leave: as many requests as pages', async ({
  page,
  browser,
  world,
  team,
}) => {
  await openLane(page, admin)
  // The check of the key as it was added is still on its way for a while.
  await expect(lane(page).getByText('Nothing is moving')).toBeVisible({ timeout: 20_000 })
  await test.step('the road is as high as the rows that wait before it', async () => {
    const rows = await road(page).evaluate((road) => {
      const queue = road.parentElement?.parentElement?.firstElementChild
      return [queue, road].map((each) => Math.round(each?.getBoundingClientRect().height ?? 0))
    })
    expect(rows).toEqual([200, 200])
  })
  await expect(lane(page).getByRole('link', { name: 'Go to the searches' })).toBeVisible()
  expect(await world.db.ledgerEntry.count({ where: { teamId: team.id } })).toBe(0)

  const drawn = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const marks = document.querySelectorAll('[data-activity=road] path:not([d=""])').length
          if (marks > 0) resolve(marks)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await runThreePages(browser)
  await expect(left(page, 'Page by page')).toHaveText('3')
  await expect(left(page, 'All')).toHaveText('3')
  expect(await drawn).toBeGreaterThan(0)
  expect(await world.db.ledgerEntry.count({ where: { teamId: team.id, outcome: 'SETTLED' } })).toBe(3)
  await expect(lane(page).getByText('Nothing is moving')).toHaveCount(0)
})

test('a view that is paused stands still, and then shows what it missed', async ({ page }) => {
  await openLane(page, admin)
  await startRun()
  await expect(left(page, 'All')).toHaveText('1')
  await lane(page).getByRole('button', { name: 'Pause the view' }).click()
  const moved = () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const at = () => document.querySelector<SVGElement>('[data-activity=road] svg')?.style.transform
          const before = at()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(at() !== before)))
        }),
    )
  expect(await moved()).toBe(false)
  await startRun()
  await expect(left(page, 'All')).toHaveText('1')
  await lane(page).getByRole('button', { name: 'Resume the view' }).click()
  await expect(left(page, 'All')).toHaveText('2')
  expect(await moved()).toBe(true)
})

test('who asked for less motion gets bars, and nothing is animated', async ({ page }) => {
  await page.addInitScript(() => {
    const own = window.requestAnimationFrame.bind(window)
    const counted = { frames: 0 }
    Object.assign(window, { counted })
    window.requestAnimationFrame = (callback) => {
      counted.frames++
      return own(callback)
    }
  })
  const frames = () => page.evaluate(() => (Reflect.get(window, 'counted') as { frames: number }).frames)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLane(page, admin)
  await startRun()
  await expect(left(page, 'All')).toHaveText('1')
  await expect(road(page)).toHaveCount(0)
  const bars = page.locator('[data-activity=bars] rect:not([height="0"])')
  await expect(bars).not.toHaveCount(0)
  expect(await violationsIn(page)).toEqual([])
  const before = await frames()
  await startRun()
  await expect(left(page, 'All')).toHaveText('2')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  expect(await frames()).toBe(before)
})

test('a session that was ended ends the stream', async ({ page, world }) => {
  await openLane(page, admin)
  await world.db.session.updateMany({
    where: { user: { email: admin.email } },
    data: { revokedAt: new Date() },
  })
  await expect(lane(page).getByRole('status')).toHaveText('Ended: you are signed out')
})
