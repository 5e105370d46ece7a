import type { Browser } from '@playwright/test'
import type { TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { buyPage, COFFEE, lane, left, openLane } from '../lane'
import { enter } from '../visits'

/** The live activity of a key: calls of one browser are seen in another. */

let admin: TeamClient
let searchId: string
let startRun: () => Promise<unknown>

test.beforeEach(async ({ team, key }) => {
  admin = team.admin
  searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  startRun = () => buyPage(admin, searchId, key.id)
})

/** Buys pages in a browser of its own. */
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

test('calls of one browser are seen in another: as many calls as pages', async ({
  page,
  browser,
  world,
  team,
}) => {
  await openLane(page, admin)
  expect(await world.db.ledgerEntry.count({ where: { teamId: team.id } })).toBe(0)
  await runThreePages(browser)
  await expect(left(page, 'Page by page')).toHaveText('3')
  await expect(left(page, 'All')).toHaveText('3')
  await expect(lane(page).getByRole('img', { name: /^Calls in the last minute\. At most/ })).toBeVisible()
  expect(await world.db.ledgerEntry.count({ where: { teamId: team.id, outcome: 'SETTLED' } })).toBe(3)
  expect(await violationsIn(page)).toEqual([])
})

test('a paused view does not move, and then shows what it missed', async ({ page }) => {
  await openLane(page, admin)
  await startRun()
  await expect(left(page, 'All')).toHaveText('1')
  await lane(page).getByRole('button', { name: 'Pause the view' }).click()
  await startRun()
  await expect(left(page, 'All')).toHaveText('1')
  await lane(page).getByRole('button', { name: 'Resume the view' }).click()
  await expect(left(page, 'All')).toHaveText('2')
})

test('an ended session ends the stream', async ({ page, world }) => {
  await openLane(page, admin)
  await world.db.session.updateMany({
    where: { user: { email: admin.email } },
    data: { revokedAt: new Date() },
  })
  await expect(lane(page).getByRole('status')).toHaveText('Ended: you are signed out')
})
