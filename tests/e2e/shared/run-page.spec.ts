import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { COFFEE } from '../lane'
import { enter, visit } from '../visits'

const items = (page: Page) => page.getByRole('list', { name: 'Items' })
const count = (page: Page) => page.getByRole('status').filter({ hasText: /items?$|Looking/ })

test('a next page focuses its first item even if one is hidden, and its button is also below the last item', async ({
  page,
  team: { admin },
  key: _,
}) => {
  const searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  await enter(page, admin, `/searches/${searchId}`)
  await page.getByRole('button', { name: 'Run first page' }).click()
  await page.getByRole('button', { name: /^Hide item 1 by/ }).click()
  await expect(count(page)).toHaveText('49 items')
  await page.getByRole('button', { name: 'Next page', exact: true }).click()
  await expect(page.getByText('Loaded page 2 (items 51–100).')).toBeVisible()
  const first = items(page).locator('[aria-posinset="50"]')
  await expect(first).toBeFocused()
  await expect(first.getByRole('button', { name: /^Star item 51 by/ })).toBeVisible()

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: /^Note on item 100 by/ }).focus()
  const below = page.getByRole('button', { name: 'Next page, below the items' })
  for (let stop = 0; stop < 3 && !(await below.evaluate((it) => it === document.activeElement)); stop++)
    await page.keyboard.press('Tab')
  await expect(below).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Loaded page 3 (items 101–150).')).toHaveCount(1)
  await expect(items(page).locator('[aria-posinset="100"]')).toBeFocused()

  // If no item of the new page takes the focus, it returns to the button that was pressed.
  await page.getByRole('combobox', { name: 'Order' }).click()
  await page.getByRole('option', { name: 'Oldest first' }).click()
  await below.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Loaded page 4 (items 151–200).')).toBeVisible()
  await expect(below).toBeFocused()
})

test('a view that shows nothing says why, and offers all items', async ({ page, team: { admin }, key }) => {
  const searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  const runId = crypto.randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId: key.id })
  await enter(page, admin, `/runs/${runId}?only=new`)
  await expect(page.getByText('This is the first run: all of its items are new')).toBeVisible()
  const all = page.getByRole('button', { name: 'Show all', exact: true })
  await all.click()
  await expect(count(page)).toHaveText('50 items')
  await expect(count(page)).toBeFocused()
  await expect(all).toBeHidden()
  const find = page.getByLabel('Find in these items')
  await find.fill('nobody has ever said this')
  await expect(page.getByText('None of them contains “nobody has ever said this”.')).toBeVisible()
  await all.click()
  await expect(find).toHaveValue('')
  await expect(count(page)).toHaveText('50 items')
})

test('a run links to its search, and an ended run to the next one', async ({ page, team, key: _ }) => {
  const { admin } = team
  const searchId = await admin.makeId('searches/createSearchAction', {
    ...COFFEE,
    subject: 'coffee OR "火 🔥" -spam',
  })
  await enter(page, admin, `/searches/${searchId}`)
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page.getByText('Nothing was found. Change what the search asks')).toBeVisible()
  await page.getByRole('link', { name: 'Run again' }).click()
  await expect(page).toHaveURL(team.at(`/searches/${searchId}#run`))
  await expect(page.getByRole('button', { name: 'Run first page' })).toBeFocused()

  const other = await admin.makeId('searches/createSearchAction', COFFEE)
  await visit(page, team.at(`/searches/${other}`))
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page.getByRole('button', { name: 'Next page', exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: COFFEE.name, exact: true }).click()
  await expect(page).toHaveURL(team.at(`/searches/${other}`))
})

test('after the run was cancelled, the focus is on the sentence that says so', async ({
  page,
  world,
  team: { admin },
  key: _,
}) => {
  const search = { name: 'Who follows Ada', operation: 'followers', subject: 'ada' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await world.operator.setLatency(1500)
  await enter(page, admin, `/searches/${searchId}?mode=background`)
  await page.getByRole('button', { name: 'Run in the background' }).click()
  await expect(page.getByText(/in the last second on this key/)).toBeVisible()
  await expect(items(page).getByRole('listitem').first()).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel the run' })
  await cancel.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The run was cancelled.' })).toBeFocused()
})

test('a search that asks the same as another one says so', async ({ page, team, key: _ }) => {
  const { admin } = team
  const first = await admin.makeId('searches/createSearchAction', COFFEE)
  await enter(page, admin, '/searches/new')
  await page.getByText('Search', { exact: true }).click()
  await page.getByLabel('Name').fill('Coffee again')
  await page.getByLabel('All of these words').fill(COFFEE.subject)
  await page.getByRole('button', { name: 'Save search' }).click()
  const note = page.getByRole('note').filter({ hasText: 'Another search asks the same' })
  await note.getByRole('link', { name: COFFEE.name }).click()
  await expect(page).toHaveURL(team.at(`/searches/${first}`))
})

test('the rest of a run is bought in the background; another tab’s next page then buys nothing', async ({
  page,
  world,
  team,
  key: _,
}) => {
  const { admin } = team
  const searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  await enter(page, admin, `/searches/${searchId}`)
  await page.getByRole('button', { name: 'Run first page' }).click()
  const next = (tab: Page) => tab.getByRole('button', { name: 'Next page', exact: true })
  await expect(next(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(next(other)).toBeEnabled()

  await page.getByRole('button', { name: 'Buy the rest in the background' }).click()
  const menu = page.getByRole('dialog', { name: 'Buy the rest in the background' })
  const cap = menu.getByLabel('Stop after (items)')
  await expect(cap).toHaveValue('1,000')
  await cap.fill('60')
  await expect(menu.getByRole('alert')).toContainText('items or more')
  await cap.fill('250')
  expect(await violationsIn(page)).toEqual([])
  await expect(menu).toContainText('including the 50 items it already has')
  await menu.getByRole('button', { name: 'Buy at most 200 more' }).click()
  await expect(page.getByText(/has reached its cap/)).toBeVisible()
  await expect(items(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '250')
  await expect(next(page)).toBeHidden()

  await next(other).click()
  await expect(other.getByRole('alert').filter({ hasText: 'goes on in the background' })).toBeVisible()
  await expect(other.getByText(/has reached its cap/)).toBeVisible()
  const runs = await world.db.run.findMany({ where: { teamId: team.id } })
  expect(runs).toMatchObject([{ items: 250n, manner: 'background', endReason: 'cap_reached' }])
  expect(await world.db.ledgerEntry.count({ where: { teamId: team.id } })).toBe(5)
})

test('the first item of a bought page is scrolled to, and its raw data is read only when a person asks', async ({
  page,
  world,
  team,
  key: _,
}) => {
  const { admin } = team
  const searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, admin, `/searches/${searchId}`)
  await page.getByRole('button', { name: 'Run first page' }).click()
  const pane = page.getByRole('region', { name: 'The chosen item' })
  await page.getByRole('button', { name: 'Next page', exact: true }).click()
  await expect(page.getByText('Loaded page 2 (items 51–100).')).toBeVisible()
  const first = items(page).locator('[aria-posinset="51"]')
  await expect(first).toBeFocused()
  await expect(pane).toContainText('Choose an item')
  const raw = page.getByRole('region', { name: 'Raw JSON' })
  await expect(raw).toHaveCount(0)
  const reads = { where: { teamId: team.id, action: 'raw.read' } }
  expect(await world.db.auditEntry.count(reads)).toBe(0)
  await page.keyboard.press('Enter')
  await expect(raw).toBeVisible()
  expect(await world.db.auditEntry.count(reads)).toBe(1)
})

test('a run that reached its cap says which, and continues within both caps', async ({
  page,
  team: { admin },
  key: _,
}) => {
  const searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  await enter(page, admin, `/searches/${searchId}?mode=background`)
  await page.getByLabel('Stop after (items)').fill('50')
  await page.getByRole('button', { name: 'Run in the background' }).click()
  await expect(page.getByText(/has reached its cap of 50 items/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Continue' })
  const button = menu.getByRole('button', { name: /^Buy/ })
  await expect(button).toHaveText('Buy at most 950 more')
  const credits = menu.getByLabel(/Stop after \((?!items)/)
  await credits.fill('0.001')
  await expect(menu.getByText(/^Enter .* or more\.$/)).toBeVisible()
  await expect(button).toBeDisabled()
  expect(await violationsIn(page)).toEqual([])
  await credits.fill('')
  await menu.getByLabel('Stop after (items)').fill('')
  await expect(menu.getByText(/This buys everything that is left\. A page brings at most/)).toBeVisible()
  await expect(button).toHaveText('Buy the rest')
  await menu.getByLabel('Stop after (items)').fill('250')
  await button.click()
  await expect(page.getByText(/has reached its cap of 250 items/)).toBeVisible({ timeout: 30_000 })

  // A budget that would refuse the next page says so before the run continues.
  await admin.mustPerform('budgets/createBudgetAction', {
    ...{ name: 'Spent', scope: 'team', unit: 'items', period: 'day', amount: '251' },
    ...{ stops: true, tellsAt: [] },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(menu).toContainText(
    /The next page will not be bought: ?“Spent” has 1 item left .*, and a page may need/,
  )
})

test('the chosen item is shown beside the list, by mouse and by keyboard; on a phone it opens in a drawer', async ({
  page,
  team: { admin },
  key,
}) => {
  const searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  const runId = crypto.randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId: key.id })
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, admin, `/runs/${runId}`)
  const pane = page.getByRole('region', { name: 'The chosen item' })
  const item = (place: number) => items(page).locator(`[aria-posinset="${place}"]`)
  const raw = page.getByRole('region', { name: 'Raw JSON' })
  await expect(pane).toContainText('Choose an item')
  await expect(raw).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(item(1)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await expect(item(3)).toBeFocused()
  await page.keyboard.press('k')
  await expect(item(2)).toBeFocused()
  await expect(raw).toBeVisible()
  const handle = /@(\w+)/.exec(await item(2).innerText())?.[1] ?? ''
  await expect(pane).toContainText(`@${handle}`)
  await page.keyboard.press('Enter')
  await expect(pane).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(item(2)).toBeFocused()
  await items(page)
    .getByRole('button', { name: /^Star item 2 by/ })
    .click()
  await expect(pane.getByText('Starred', { exact: true })).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  // Totals, filters and the chosen item stay in view at the end of the list.
  await page.keyboard.press('j')
  for (let at = 3; at < 40; at++) await page.keyboard.press('ArrowDown')
  await expect(item(40)).toBeFocused()
  await expect(item(40)).toBeInViewport({ ratio: 0.95 })
  await expect(page.getByLabel('Find in these items')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('status', { name: 'Bought so far' })).toBeInViewport({ ratio: 1 })
  await expect(pane).toBeInViewport()

  // Who leaves does not wait for what is being read of the item.
  const asked = page.waitForRequest(/\/api\/runs\/.*\/raw\?/)
  await page.route(/\/api\/runs\/.*\/raw\?/, () => undefined)
  await page.keyboard.press('k')
  await asked
  await page.getByRole('link', { name: 'Budgets' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goBack()

  await page.setViewportSize({ width: 390, height: 900 })
  await expect(pane).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 0))
  const details = page.getByRole('button', { name: /^Details of item 1 by/ })
  await details.click()
  const drawer = page.getByRole('dialog', { name: /^Item 1 by/ })
  await expect(drawer.getByRole('region', { name: 'Raw JSON' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(details).toBeFocused()
})
