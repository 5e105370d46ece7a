import { readFile } from 'node:fs/promises'
import { addPerson, type TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { buyPage } from '../lane'
import { enter } from '../visits'

let admin: TeamClient
let ada: string
test.beforeEach(async ({ team, key: _ }) => {
  admin = team.admin
  ada = await admin.makeId('searches/createSearchAction', {
    ...{ name: 'Ada’s posts', operation: 'timeline', subject: 'ada', shared: true },
  })
})

test('a search’s page shows its newest items, with the team’s stars and without hidden items', async ({
  page,
  world,
  team,
  key,
}) => {
  await enter(page, admin, `/searches/${ada}`)
  const items = page.getByRole('region', { name: 'New items', exact: true })
  await expect(page.getByRole('region', { name: 'Schedule', exact: true })).toBeVisible()
  await expect(items).toHaveCount(0)
  await buyPage(admin, ada, key.id)
  const { id: runId } = await world.db.run.findFirstOrThrow({ where: { teamId: team.id } })
  const answer = await admin.fetch(`/api/runs/${runId}/items?team=${team.slug}&from=0&count=2`)
  const [one, two] = ((await answer.json()) as { items: { id: string; text: string }[] }).items
  await admin.mustPerform('runs/markItemAction', { itemId: one?.id, state: 'hidden' })
  await admin.mustPerform('runs/markItemAction', { itemId: two?.id, state: 'starred', note: 'Ask Grace' })
  await page.reload()
  await expect(items.getByRole('listitem')).toHaveCount(4)
  const first = items.getByRole('listitem').first()
  await expect(first).toContainText(two?.text ?? '')
  await expect(first).toContainText('Starred')
  await expect(first).toContainText('Ask Grace')
  expect(await violationsIn(page)).toEqual([])
  await items.getByRole('link', { name: /^Run of / }).click()
  await expect(page).toHaveURL(new RegExp(`/runs/${runId}$`))

  // The answer with a new run's first items does not show the hidden item either.
  const again = { runId: crypto.randomUUID(), searchId: ada, keyId: '' }
  expect(await admin.mustPerform('runs/startRunAction', again)).toMatchObject({ hidden: [one?.id] })
  // A viewer sees the same, and no run of a private search.
  await enter(page, await addPerson(admin, 'viewer'), `/searches/${ada}`)
  await expect(items.getByRole('listitem')).toHaveCount(4)
})

test('a query is built from fields, saved as text and read back; what the fields cannot hold stays text', async ({
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
  await expect(page.getByText('This query does not fit into the fields, so it stays text.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue('"green tea" OR coffee')
})

test('requests of the palette do not keep a session from becoming idle', async ({ world, team }) => {
  const past = new Date(Date.now() - 600_000)
  const ofAdmin = { user: { email: admin.email } }
  await world.db.session.updateMany({ where: ofAdmin, data: { lastSeenAt: past } })
  const seen = () => world.db.session.count({ where: { ...ofAdmin, lastSeenAt: { gt: past } } })
  expect((await admin.fetch(`/api/find?team=${team.slug}&text=ada`)).status).toBe(200)
  expect(await seen()).toBe(0)
  expect((await admin.fetch(`/${team.slug}/searches`)).status).toBe(200)
  expect(await seen()).toBe(1)
})

test('all items of a search are exported to one file, each once; a search deleted in another tab is restored where it runs', async ({
  page,
  team,
  key,
}) => {
  await buyPage(admin, ada, key.id)
  await buyPage(admin, ada, key.id)
  await enter(page, admin, `/searches/${ada}`)
  await page.getByRole('button', { name: 'Export all items' }).click()
  const menu = page.getByRole('dialog', { name: 'Export all items' })
  await menu.getByRole('button', { name: 'More' }).click()
  expect(await violationsIn(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    menu.getByRole('link', { name: 'JSONL' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id)
  expect(ids.length).toBeGreaterThan(50)
  expect(new Set(ids).size).toBe(ids.length)
  await page.keyboard.press('Escape')

  await admin.mustPerform('searches/deleteSearchAction', { searchId: ada })
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'was deleted' })).toBeVisible()
  await page.getByRole('button', { name: 'Restore Ada’s posts' }).click()
  await expect(page.getByText('The search was restored.')).toBeVisible()
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page).toHaveURL(new RegExp(`/${team.slug}/runs/`))
})
