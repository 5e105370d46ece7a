import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { startServer } from '../support/server'
import { FOUNDER, foundTeam, type TeamClient } from '../support/story'
import { expect, test } from './fixtures'
import { closeAfter, openWorld, type World } from './world'

/** The live activity of a key: what one browser buys, another one sees leave. */

let world: World
let admin: TeamClient
let keyId: string
let searchId: string

test.beforeEach(async () => {
  world = await openWorld()
  admin = await foundTeam(world.server.baseUrl)
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const { id: environmentId } = await world.db.environment.findFirstOrThrow()
  keyId = await admin.makeId('keys/addSandboxKeyAction', { walletId, environmentId })
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  searchId = await admin.makeId('searches/createSearchAction', search)
})
test.afterEach(({ page }) => closeAfter(page, world))

async function openLane(page: Page): Promise<void> {
  await page.goto(`${world.server.baseUrl}/sign-in?callbackUrl=/acme/keys`)
  await page.getByLabel('E-mail address').fill(FOUNDER.email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('table', { name: 'Keys of the team' }).getByRole('link').first().click()
  await expect(lane(page).getByRole('status')).toHaveText('Live')
}

const lane = (page: Page) => page.getByRole('region', { name: 'Key activity', exact: true })
/** How many left since the page was opened, as its table says. */
const left = (page: Page, who: string) => lane(page).getByRole('row', { name: who }).getByRole('cell').nth(3)
const road = (page: Page) => page.locator('[data-activity=road]')
const startRun = () =>
  admin.mustPerform('runs/startRunAction', { runId: crypto.randomUUID(), searchId, keyId })

/** Buys pages with a browser of its own, as a person would. */
async function runThreePages(browser: Browser): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${world.server.baseUrl}/sign-in?callbackUrl=/acme/searches/${searchId}`)
  await page.getByLabel('E-mail address').fill(FOUNDER.email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Run first page' }).click()
  const bought = page.getByRole('status', { name: 'Bought so far' })
  for (const pages of ['1', '2', '3']) {
    await expect(bought.getByText(pages, { exact: true })).toBeVisible()
    if (pages !== '3') await page.getByRole('button', { name: 'Next page' }).click()
  }
  await context.close()
}

test('what one browser buys, another sees leave: as many requests as pages', async ({ page, browser }) => {
  await openLane(page)
  // The check of the key as it was added is still on its way for a while.
  await expect(lane(page).getByText('Nothing is moving')).toBeVisible({ timeout: 20_000 })
  await expect(lane(page).getByRole('link', { name: 'Go to the searches' })).toBeVisible()
  expect(await world.db.ledgerEntry.count()).toBe(0)

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
  await expect(left(page, 'A person waits')).toHaveText('3')
  await expect(left(page, 'All')).toHaveText('3')
  expect(await drawn).toBeGreaterThan(0)
  expect(await world.db.ledgerEntry.count({ where: { outcome: 'SETTLED' } })).toBe(3)
  await expect(lane(page).getByText('Nothing is moving')).toHaveCount(0)
})

test('a view that is paused stands still, and then shows what it missed', async ({ page }) => {
  await openLane(page)
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
  await openLane(page)
  await startRun()
  await expect(left(page, 'All')).toHaveText('1')
  await expect(road(page)).toHaveCount(0)
  const bars = page.locator('[data-activity=bars] rect:not([height="0"])')
  await expect(bars).not.toHaveCount(0)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const before = await frames()
  await startRun()
  await expect(left(page, 'All')).toHaveText('2')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  expect(await frames()).toBe(before)
})

test('a session that was ended ends the stream', async ({ page }) => {
  await openLane(page)
  await world.db.session.updateMany({ data: { revokedAt: new Date() } })
  await expect(lane(page).getByRole('status')).toHaveText('Ended: you are signed out')
})

test('who watches holds up no stop, and watches on when Purser is back', async ({ browser }) => {
  // Not the test's own page: what a browser says of a lost connection is no fault here.
  const page = await browser.newPage()
  await openLane(page)
  await startRun()
  await expect(left(page, 'All')).toHaveText('1')
  const begun = performance.now()
  expect(await world.server.stop()).toBe(0)
  expect(performance.now() - begun).toBeLessThan(8000)
  await expect(lane(page).getByRole('status')).toHaveText('Connection lost, reconnecting')
  const port = Number(new URL(world.server.baseUrl).port)
  const server = await startServer({ dataFolder: world.folder, port })
  try {
    await expect(lane(page).getByRole('status')).toHaveText('Live')
    await startRun()
    await expect(left(page, 'All')).toHaveText('2')
  } finally {
    await page.close()
    await server.stop()
  }
})
