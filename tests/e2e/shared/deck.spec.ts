import type { Page } from '@playwright/test'
import { addPerson, type TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import { enter } from '../visits'

let admin: TeamClient
let ids: { readonly ada: string; readonly tea: string; readonly grace: string }
test.beforeEach(async ({ team, key: _ }) => {
  admin = team.admin
  const make = (name: string, operation: string, subject: string) =>
    admin.makeId('searches/createSearchAction', { name, operation, subject, shared: true })
  ids = {
    ada: await make('Ada’s posts', 'timeline', 'ada'),
    tea: await make('About tea', 'search', 'tea'),
    grace: await make('Grace’s posts', 'timeline', 'grace'),
  }
  for (const searchId of [ids.ada, ids.tea]) {
    await admin.mustPerform('searches/pinSearchAction', { searchId, isPinned: true })
  }
})

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const items = (page: Page, name: string) =>
  page.getByRole('list', { name: `Items of ${name}`, exact: true }).getByRole('listitem')
const columns = (page: Page) => page.getByRole('heading', { level: 2 })

test('pinned searches stand side by side, fill live, and tell of runs that others start', async ({
  page,
  browser,
  world,
  team,
}) => {
  test.setTimeout(120_000)
  await enter(page, admin, '/deck')
  await expect(columns(page)).toHaveText(['About tea', 'Ada’s posts'])
  await expect(column(page, 'About tea')).toContainText('Not run yet')
  await expect(column(page, 'About tea')).toContainText(/Buys at most 200 items \(.+ credits\)/)

  // A viewer looks on, at a deck that the address names; nothing there can be bought.
  const context = await browser.newContext()
  const viewer = await context.newPage()
  await enter(viewer, await addPerson(admin, 'viewer'), `/deck?searches=${ids.grace},${ids.ada}`)
  await expect(columns(viewer)).toHaveText(['Grace’s posts', 'Ada’s posts'])
  await expect(viewer.getByRole('button', { name: /Run for new items/ })).toHaveCount(0)

  // A double click starts one run; its items come while it is under way, by one stream.
  const streams: string[] = []
  page.on('request', (request) => request.url().includes('/api/events/') && streams.push(request.url()))
  await world.operator.setLatency(4000)
  await page.getByRole('button', { name: 'Run for new items: Ada’s posts' }).dblclick()
  const state = column(page, 'Ada’s posts').getByRole('status')
  await expect(state).toHaveText('Running')
  await expect(items(page, 'Ada’s posts').first()).toHaveAttribute('aria-setsize', '100')
  await expect(items(page, 'Ada’s posts').first()).not.toContainText('Loading')
  await expect(state).toHaveText('Running')
  await expect(state).toHaveText('Limit reached', { timeout: 20_000 })
  await expect(items(page, 'Ada’s posts').first()).toHaveAttribute('aria-setsize', '200')
  expect(await world.db.run.findMany({ where: { teamId: team.id } })).toMatchObject([
    { items: 200n, untilKnown: true, capItems: 200 },
  ])
  expect(streams).toHaveLength(1)
  await expect(items(viewer, 'Ada’s posts').first()).toHaveAttribute('aria-setsize', '200', {
    timeout: 20_000,
  })
  await expect(column(page, 'About tea')).toContainText('Not run yet')

  // The columns are chosen in a menu, and stand in the address.
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('combobox', { name: 'Add a search' }).click()
  await page.getByRole('option', { name: 'Grace’s posts' }).click()
  await page.getByRole('button', { name: 'Move Grace’s posts to the left' }).click()
  await page.getByRole('button', { name: 'Remove About tea' }).click()
  await expect(columns(page)).toHaveText(['Grace’s posts', 'Ada’s posts'])
  // The address follows a moment later.
  await expect.poll(() => new URL(page.url()).searchParams.get('searches')).toBe(`${ids.grace},${ids.ada}`)
  await page.getByRole('button', { name: 'Show my pinned searches' }).click()
  await expect(columns(page)).toHaveText(['About tea', 'Ada’s posts'])
  await context.close()
})

test('a column shows the team’s stars and notes, and leaves out what is hidden', async ({
  page,
  world,
  team,
}) => {
  await enter(page, admin, '/deck')
  await page.getByRole('button', { name: 'Run for new items: Ada’s posts' }).click()
  const first = items(page, 'Ada’s posts').first()
  await expect(first).toHaveAttribute('aria-setsize', '200', { timeout: 20_000 })
  await expect(first).not.toContainText('Loading')
  const { id: runId } = await world.db.run.findFirstOrThrow({ where: { teamId: team.id } })
  const answer = await admin.fetch(`/api/runs/${runId}/items?team=${team.slug}&from=0&count=2`)
  const [one, two] = ((await answer.json()) as { items: { id: string; text: string }[] }).items
  await admin.mustPerform('runs/markItemAction', { itemId: one?.id, isHidden: true })
  await admin.mustPerform('runs/markItemAction', { itemId: two?.id, isStarred: true, note: 'Ask Grace' })
  await page.reload()
  await expect(first).toHaveAttribute('aria-setsize', '199')
  await expect(first).toContainText(two?.text ?? '')
  await expect(first).toContainText('Starred')
  await expect(first).toContainText('Ask Grace')

  // Nor does the answer that brings a new run's first items show it.
  const again = { runId: crypto.randomUUID(), searchId: ids.ada, keyId: '' }
  expect(await admin.mustPerform('runs/startRunAction', again)).toMatchObject({ hidden: [one?.id] })
})

test('items are in their places at once after the window had no size for a moment', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, admin, '/deck')
  await page.getByRole('button', { name: 'Run for new items: Ada’s posts' }).click()
  const second = items(page, 'Ada’s posts').nth(1)
  await expect(second).not.toContainText('Loading', { timeout: 20_000 })
  await expect(column(page, 'Ada’s posts').getByRole('status')).toHaveText('Limit reached', {
    timeout: 20_000,
  })
  const list = page.getByRole('region', { name: 'Items of Ada’s posts, scrollable' })
  await list.evaluate((box) => {
    const starts: number[] = []
    Object.assign(window, { starts })
    new MutationObserver(() => {
      const row = box.querySelector<HTMLElement>('[data-index="1"]')
      if (row) starts.push(new DOMMatrix(row.style.transform).m42)
    }).observe(box, { subtree: true, childList: true, attributes: true })
  })
  await page.setViewportSize({ width: 1, height: 1 })
  await expect.poll(() => list.evaluate((box) => box.clientHeight)).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(second).toBeVisible()
  const starts = await page.evaluate(() => Reflect.get(window, 'starts') as number[])
  expect(starts.length).toBeGreaterThan(0)
  expect(Math.max(...starts)).toBeLessThan(400)
})

test('a query is built from fields, saved as text and read back; what fields cannot hold stays text', async ({
  page,
  world,
  team,
}) => {
  await enter(page, admin, '/searches/new')
  await expect(async () => {
    await page.getByText('Search', { exact: true }).click()
    await expect(page.getByLabel('All of these words')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByLabel('Name').fill('Tea by Ada')
  await page.getByLabel('All of these words').fill('green tea')
  await page.getByLabel('From this account').fill('ada')
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tea by Ada' })).toBeVisible()
  const { subject } = await world.db.savedSearch.findFirstOrThrow({
    where: { teamId: team.id, name: 'Tea by Ada' },
  })
  expect(subject).toBe('green tea from:ada')

  await page.getByRole('button', { name: 'Change search' }).click()
  await expect(page.getByLabel('All of these words')).toHaveValue('green tea')
  await expect(page.getByLabel('From this account')).toHaveValue('ada')
  await page.getByText('Write it as text', { exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue('green tea from:ada')
  await page.getByRole('textbox', { name: 'Query' }).fill('"green tea" OR coffee')
  await page.getByText('Build it', { exact: true }).click()
  await expect(page.getByText('The fields cannot hold all of this query, so it stays text.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue('"green tea" OR coffee')
})

test('a deck that is left open does not keep a session from becoming idle', async ({ world, team }) => {
  const past = new Date(Date.now() - 600_000)
  const ofAdmin = { user: { email: admin.email } }
  await world.db.session.updateMany({ where: ofAdmin, data: { lastSeenAt: past } })
  const seen = () => world.db.session.count({ where: { ...ofAdmin, lastSeenAt: { gt: past } } })
  const answer = await admin.fetch(`/api/deck?team=${team.slug}&searches=${ids.ada},${ids.tea}`)
  expect(await answer.json()).toEqual({ [ids.ada]: null, [ids.tea]: null })
  expect(await seen()).toBe(0)
  expect((await admin.fetch(`/${team.slug}/deck`)).status).toBe(200)
  expect(await seen()).toBe(1)
})
