import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { sheetRows } from '../../support/read-exports'
import { addPerson, type TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import type { Team } from '../team'
import { bringSession, enter, visit } from '../visits'
import type { UpstreamWorld } from '../world'

let world: UpstreamWorld
let team: Team
let admin: TeamClient
let sandboxWallet: string
let searchId: string
test.beforeEach(async ({ world: shared, team: fresh, key }) => {
  world = shared
  team = fresh
  admin = fresh.admin
  sandboxWallet = key.sandboxWallet
  const search = { name: 'Who follows Ada', operation: 'followers', subject: 'ada', shared: true }
  searchId = await admin.makeId('searches/createSearchAction', search)
})

const ofTeam = (where = {}) => ({ where: { teamId: team.id, ...where } })
const bought = (page: Page) => page.getByRole('status', { name: 'Bought so far' })
/**
 * Returns the number of items that a page shows as bought so far. A busy machine may show every page of a run
 * or skip some.
 */
const shown = async (page: Page) =>
  Number(/Items\s+([\d,]+)/.exec(await bought(page).innerText())?.[1]?.replace(',', '') ?? 0)
const delivered = async () => {
  const { keys } = await world.operator.wallet(sandboxWallet)
  return keys.reduce((sum, { items }) => sum + items, 0)
}

async function secondBrowser(browser: Browser): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext()
  return { page: await context.newPage(), close: () => context.close() }
}

/** Starts a background run from the search's page. Returns the path of the run's page within the team. */
async function begin(page: Page, cap: string): Promise<string> {
  await expect(async () => {
    await page.getByText('In the background', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Run in the background' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByLabel('Stop after (items)')).toHaveValue('1,000')
  await page.getByLabel('Stop after (items)').fill(cap)
  await expect(page.getByText(`It stops at ${Number(cap).toLocaleString('en')} items`)).toBeVisible()
  await page.getByRole('button', { name: 'Run in the background' }).click()
  await expect(page).toHaveURL(/\/runs\//)
  return new URL(page.url()).pathname.replace(`/${team.slug}`, '')
}

test('two members in two browsers watch a long run live, and one cancels it', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const member = await addPerson(admin, 'member')
  expect(member.team).toBe(team.slug)
  const other = await secondBrowser(browser)
  await enter(other.page, member, '/runs')
  await enter(page, admin, `/searches/${searchId}`)
  // More pages than a slow machine can buy before the run is cancelled.
  await world.operator.setLatency(3000)
  const path = await begin(page, '9000')
  await other.page.goto(team.at(path))
  for (const tab of [page, other.page]) {
    await expect(tab.getByRole('region', { name: 'Progress' })).toContainText('It stops at 9,000 items')
    await expect.poll(() => shown(tab)).toBeGreaterThanOrEqual(400)
    await expect(tab.getByRole('list', { name: 'Items' }).getByRole('listitem').first()).toBeVisible()
  }
  await other.page.getByRole('button', { name: 'Cancel the run' }).click()
  for (const tab of [page, other.page]) {
    await expect(tab.getByText('The run was cancelled. What was bought is kept. By A member.')).toBeVisible()
    await expect(tab.getByRole('region', { name: 'Progress' })).toBeHidden()
  }
  // The call in flight is awaited and booked.
  await expect(async () => {
    expect(await world.db.attempt.count(ofTeam({ state: 'OPEN' }))).toBe(0)
  }).toPass()
  const run = await world.db.run.findFirstOrThrow(ofTeam({ manner: 'background' }))
  expect(run).toMatchObject({ state: 'ENDED', endReason: 'cancelled' })
  expect(Number(run.items)).toBe(await delivered())
  await page.reload()
  await expect(bought(page)).toContainText(run.items.toLocaleString('en'))
  await other.close()
})

test('a run continues while its page is reloaded and its member signed out, and loses nothing', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await enter(page, admin, `/searches/${searchId}`)
  await world.operator.setLatency(1000)
  const path = await begin(page, '1000')
  await expect.poll(() => shown(page)).toBeGreaterThanOrEqual(200)
  const before = await shown(page)
  await page.reload()
  await expect.poll(() => shown(page)).toBeGreaterThan(before)
  // The session ends during the run, which continues.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await expect(async () => {
    const run = await world.db.run.findFirstOrThrow(ofTeam({ manner: 'background' }))
    expect(run).toMatchObject({ endReason: 'cap_reached', items: 1000n })
  }).toPass()
  await enter(page, admin, path)
  await expect(page.getByText(/has reached its cap/)).toBeVisible()
  const list = page.getByRole('list', { name: 'Items' })
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '1000')
  expect(await delivered()).toBe(1000)

  // The end of the list loads on scrolling; a filter also finds items that are not loaded.
  const last = list.locator('[aria-posinset="1000"]')
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(last).toBeVisible({ timeout: 500 })
    await expect(last).not.toContainText('Loading', { timeout: 500 })
  }).toPass()
  const handle = /@(\w+)/.exec((await last.innerText()) ?? '')?.[1] ?? ''
  await page.getByLabel('Find in these items').fill(handle)
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  await expect(list.getByRole('listitem')).toContainText(`@${handle}`)
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('cell', { name: handle })).toBeVisible()

  // A file holds what is shown.
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'More' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^XLSX/, /^CSV/, 'More', /^JSONL/, /^Parquet/])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^XLSX/ }).click(),
  ])
  const [, ...rows] = await sheetRows(await readFile(await download.path()), 'Items')
  expect(rows.map((row) => row[4])).toEqual([handle])
})

test('a long run’s page shows its newest calls, and more on demand', async ({ page }) => {
  const runId = randomUUID()
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const coffee = await admin.makeId('searches/createSearchAction', search)
  const input = { runId, searchId: coffee, keyId: '', capItems: 600 }
  await admin.mustPerform('runs/startBackgroundRunAction', input)
  await enter(page, admin, `/runs/${runId}`)
  await expect(page.getByText(/has reached its cap/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Pages and costs' }).click()
  const count = await world.db.ledgerEntry.count(ofTeam())
  expect(count).toBeGreaterThan(10)
  const calls = page.getByRole('table', { name: /of this run on the ledger/ })
  await expect(calls.getByRole('row')).toHaveCount(1 + 10)
  await page.getByRole('button', { name: 'Show more calls' }).click()
  await expect(calls.getByRole('row')).toHaveCount(1 + count)
  await expect(page.getByRole('button', { name: 'Show more calls' })).toHaveCount(0)
  const button = calls.getByRole('button', { name: 'Raw JSON of page 2', exact: true })
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Page 2, as received' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('the first items can be read before the run’s own page has loaded', async ({ page }) => {
  await enter(page, admin, `/searches/${searchId}`)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/runs\/[^/]+\?_rsc=/, async (route) => {
    await opened
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Run first page' })
  const first = page.getByRole('list', { name: 'First items' })
  await expect(async () => {
    // A click before hydration does nothing; after one that worked, there is no button to click.
    if (!(await first.isVisible())) await button.click({ timeout: 1000 })
    await expect(first).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(first.getByRole('listitem').first()).toContainText('@')
  // Another click would buy another page.
  await expect(button).toBeDisabled()
  open()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(first).toBeHidden()
  await expect(
    page.getByRole('list', { name: 'Items', exact: true }).getByRole('listitem').first(),
  ).toHaveAttribute('aria-setsize', '200')
  expect(await world.db.run.count(ofTeam())).toBe(1)
  // After going back, the search can be run again.
  await page.goBack()
  await expect(button).toBeEnabled()
})

test('a page scrolled before its scripts arrived hydrates without errors', async ({ page }) => {
  const runId = randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId: '' })
  await bringSession(page, admin)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/_next\/static\/chunks\/.*\.js/, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto(team.at(`/runs/${runId}`), { waitUntil: 'commit' })
  const list = page.getByRole('list', { name: 'Items', exact: true })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 9000))
  open()
  // The items at this position are shown, and the browser logged no error: see fixtures.ts.
  await expect(list.locator('[aria-posinset="80"]')).toBeVisible()
})

test('a deleted search is restored from the trash, and a starred one is listed first', async ({ page }) => {
  await admin.makeId('searches/createSearchAction', {
    name: 'About tea',
    operation: 'search',
    subject: 'tea',
  })
  await enter(page, admin, '/searches')
  const names = page
    .getByRole('region', { name: 'Saved searches', exact: true })
    .getByRole('link', { name: /Ada|tea/ })
  const star = page.getByRole('button', { name: 'Star Who follows Ada' })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect(names.first()).toHaveText('Who follows Ada')

  await visit(page, team.at(`/searches/${searchId}`))
  await page.getByRole('button', { name: 'Actions for Who follows Ada' }).click()
  await page.getByRole('menuitem', { name: 'Delete search…' }).click()
  await page.getByRole('button', { name: 'Delete the search' }).click()
  await expect(page).toHaveURL(team.at('/searches'))
  // Measures both at the same moment, once both exist.
  const cards = page.getByRole('region', { name: /^(Saved searches|Trash)$/ })
  const space = () =>
    cards.evaluateAll((found) => {
      const [list, trash] = found.map((card) => card.getBoundingClientRect())
      return list && trash ? trash.top - list.bottom : -1
    })
  await expect.poll(space, 'space between the cards').toBeGreaterThan(8)
  await page.getByRole('button', { name: 'Restore Who follows Ada' }).click()
  await expect(page.getByRole('region', { name: 'Trash' })).toBeHidden()
  await page.getByRole('link', { name: 'Who follows Ada', exact: true }).click()

  // Unsaved changes show a hint; after saving, the page says who changed the search.
  await page.getByRole('button', { name: 'Change search' }).click()
  await page.getByRole('textbox', { name: 'User' }).fill('grace')
  await expect(page.getByText('There are changes that are not saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Followers of grace · changed by Ada Founder, /)).toBeVisible()
  await page.getByRole('button', { name: 'Change search' }).click()
  await page.getByRole('button', { name: 'Save as a copy' }).click()
  await expect(page.getByRole('heading', { name: 'Who follows Ada (copy)' })).toBeVisible()
})

test('a run that ends does not disturb a note being written, even without a network', async ({ page }) => {
  await enter(page, admin, `/searches/${searchId}`)
  await begin(page, '400')
  await page
    .getByRole('button', { name: /^Note on/ })
    .first()
    .click()
  const note = page.getByRole('dialog').getByRole('textbox')
  await note.fill('half a thought')
  // Whatever the page requests from here on fails.
  await page.route('**/*_rsc=*', (route) => route.abort('connectionreset'))
  await expect.poll(() => world.db.run.count(ofTeam({ state: 'ENDED' }))).toBe(1)
  await expect.poll(() => shown(page)).toBe(400)
  await expect(note).toHaveValue('half a thought')
  await expect(page).toHaveURL(/\/runs\//)
})
