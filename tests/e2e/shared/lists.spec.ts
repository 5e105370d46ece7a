import type { Page } from '@playwright/test'
import { foldText, nameKeyOf, newId } from '../../../lib/kernel'
import { insertRows, transaction } from '../../../lib/platform/db'
import { expect, test } from '../fixtures'
import { makeFreshTeam, type Team } from '../team'
import { enter, visit } from '../visits'
import type { UpstreamWorld } from '../world'

// One worker for all tests, so that the searches are stored once.
test.describe.configure({ mode: 'default' })

const SEARCHES = 10_000
const AT_ONCE = 500

/** Stores searches named “Brand watch n”. Every hundredth has the tag “weekly”. */
async function storeSearches({ db }: UpstreamWorld, { id: teamId }: Team, count: number): Promise<void> {
  const { id: ownerId } = await db.member.findFirstOrThrow({ where: { teamId } })
  const rows = Array.from({ length: count }, (_, at) => {
    const name = `Brand watch ${at + 1}`
    const tags = at % 100 === 0 ? '["weekly"]' : '[]'
    const when = new Date(Date.UTC(2026, 0, 1) + at * 60_000)
    return {
      ...{ id: newId(), teamId, ownerId, name, nameKey: nameKeyOf(name), tags, shared: true },
      ...{ operation: 'search', subject: `brand ${at + 1}`, product: 'Latest', streamId: newId() },
      ...{ folded: foldText([name, tags, `brand ${at + 1}`].join('\n')), createdAt: when, updatedAt: when },
    }
  })
  for (let from = 0; from < count; from += AT_ONCE)
    await transaction(db, (tx) => insertRows(tx, 'SavedSearch', rows.slice(from, from + AT_ONCE)))
}

let filled: Promise<Team> | undefined

/** Returns a team with ten thousand searches, created once per worker. */
const many = (world: UpstreamWorld): Promise<Team> =>
  (filled ??= makeFreshTeam(world).then(async (team) => {
    await storeSearches(world, team, SEARCHES)
    return team
  }))

const tableOf = (page: Page) => page.getByRole('table', { name: 'Saved searches' })
const namesOf = (page: Page) => tableOf(page).locator('tbody td:first-child a')
const barOf = (page: Page) => page.getByRole('toolbar', { name: 'Selected searches' })
const boxOf = (page: Page, at: number) =>
  page.getByRole('checkbox', { name: `Select Brand watch ${at}`, exact: true })

test('names are sorted by their numbers, and a click on a column header sorts', async ({ page, world }) => {
  const team = await many(world)
  await enter(page, team.admin, '/searches')
  await expect(namesOf(page).nth(1)).toHaveText('Brand watch 2')
  await expect(namesOf(page).nth(9)).toHaveText('Brand watch 10')
  const name = tableOf(page).getByRole('columnheader', { name: 'Name' })
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await name.getByRole('link').click()
  await expect(name).toHaveAttribute('aria-sort', 'descending')
  await expect(namesOf(page).first()).toHaveText('Brand watch 10000')
  await expect(page).toHaveURL(team.at('/searches?sort=-name'))
  const created = tableOf(page).getByRole('columnheader', { name: 'Created' })
  await created.getByRole('link').click()
  await expect(created).toHaveAttribute('aria-sort', 'descending')
  await expect(namesOf(page).first()).toHaveText('Brand watch 10000')
  await created.getByRole('link').click()
  await expect(namesOf(page).first()).toHaveText('Brand watch 1')
})

test('typing filters all rows without a button, and the field keeps the focus', async ({ page, world }) => {
  const team = await many(world)
  await enter(page, team.admin, '/searches')
  const filters = page.getByRole('search', { name: 'Filters of the searches' })
  await expect(filters).toContainText('10,000 searches')
  const field = filters.getByRole('searchbox', { name: 'Search by name, tag or query' })
  await field.pressSequentially('WATCH 777', { delay: 30 })
  await expect(filters).toContainText('11 of 10,000 searches')
  await expect(namesOf(page)).toHaveText([
    'Brand watch 777',
    ...Array.from({ length: 10 }, (_, at) => `Brand watch ${7770 + at}`),
  ])
  await expect(field).toBeFocused()
  await field.fill('nothing like it')
  await expect(page.getByText('No matching saved searches')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('')
  await expect(filters).toContainText(/^.*10,000 searches$/)
  await expect(page).toHaveURL(team.at('/searches'))
})

test('a filter is kept in the address and removed by its chip', async ({ page, world }) => {
  const team = await many(world)
  await enter(page, team.admin, '/searches')
  await page.getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'weekly' }).click()
  const filters = page.getByRole('search', { name: 'Filters of the searches' })
  await expect(filters).toContainText('100 of 10,000 searches')
  await expect(namesOf(page).nth(1)).toHaveText('Brand watch 101')
  await visit(page, team.at('/searches?tag=weekly&kind=timeline'))
  await expect(page.getByText('No matching saved searches')).toBeVisible()
  await page.getByRole('link', { name: 'Remove the filter Kind Timeline' }).click()
  await expect(filters).toContainText('100 of 10,000 searches')
  await page.getByRole('link', { name: 'Remove the filter Tag weekly' }).click()
  await expect(filters).toContainText(/^.*10,000 searches$/)
})

test('“Next page” and “Previous page” lead through a list and back', async ({ page, world }) => {
  const team = await many(world)
  await enter(page, team.admin, '/searches?sort=-created')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(namesOf(page).first()).toHaveText('Brand watch 9950')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(namesOf(page).first()).toHaveText('Brand watch 9900')
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(namesOf(page).first()).toHaveText('Brand watch 9950')
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(namesOf(page).first()).toHaveText('Brand watch 10000')
  await expect(page.getByRole('link', { name: 'Previous page' })).toHaveCount(0)
})

test('rows are selected one by one, as a range, all of a page, and by x', async ({ page, world }) => {
  const team = await many(world)
  await enter(page, team.admin, '/searches')
  await boxOf(page, 2).click()
  await expect(barOf(page)).toContainText('1 search selected')
  await boxOf(page, 6).click({ modifiers: ['Shift'] })
  await expect(barOf(page)).toContainText('5 searches selected')
  await namesOf(page).nth(8).focus()
  await page.keyboard.press('x')
  await expect(boxOf(page, 9)).toBeChecked()
  await expect(barOf(page)).toContainText('6 searches selected')
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.check()
  await expect(barOf(page)).toContainText('50 searches selected')
  await barOf(page).getByRole('button', { name: 'Clear' }).click()
  await expect(barOf(page)).toHaveCount(0)
  await expect(all).not.toBeChecked()
  await page.emulateMedia({ media: 'print' })
  await expect(boxOf(page, 1)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
})

test('every bulk action can be undone', async ({ page, world }) => {
  const team = await many(world)
  await enter(page, team.admin, '/searches?text=watch 888')
  const count = page.getByRole('search', { name: 'Filters of the searches' })
  const pick = async (...numbers: number[]) => {
    for (const at of numbers) await boxOf(page, at).check()
  }
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone.').last()).toBeVisible()
  }
  const bar = barOf(page)
  await pick(888, 8881)
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted 2 searches.')).toBeVisible()
  await expect(count).toContainText('9 of 9,998 searches')
  await undo()
  await expect(count).toContainText('11 of 10,000 searches')
  await pick(8885)
  await bar.getByRole('button', { name: 'Star' }).click()
  await expect(page.getByText('Starred 1 search.')).toBeVisible()
  await expect(namesOf(page).first()).toHaveText('Brand watch 8885')
  await undo()
  await expect(namesOf(page).first()).toHaveText('Brand watch 888')
  await pick(8886, 8887)
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('urgent')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByText('Tagged 2 searches.')).toBeVisible()
  await expect(tableOf(page).getByText('urgent')).toHaveCount(2)
  await undo()
  await expect(tableOf(page).getByText('urgent')).toHaveCount(0)
  await pick(8888)
  await bar.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(tableOf(page).getByText('Not shared')).toHaveCount(1)
  await undo()
  await expect(tableOf(page).getByText('Not shared')).toHaveCount(0)
})

test('on a phone each row is a card with its checkbox, and filters and sorting are behind a button', async ({
  page,
  world,
}) => {
  const team = await many(world)
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, team.admin, '/searches?text=watch 99')
  await test.step('a finger hits the box, the field and the button; all lines begin below the name', async () => {
    const filters = page.getByRole('button', { name: 'Filters' })
    const field = page.getByRole('searchbox', { name: 'Search by name, tag or query' })
    const sizes = await Promise.all(
      [boxOf(page, 99).locator('..'), filters, field].map((each) => each.boundingBox()),
    )
    expect(
      Math.min(...sizes.map((size) => Math.min(size?.width ?? 0, size?.height ?? 0))),
    ).toBeGreaterThanOrEqual(40)
    expect(sizes[1]?.height).toBe(sizes[2]?.height)
    const row = tableOf(page)
      .getByRole('row')
      .filter({ has: boxOf(page, 99) })
    const [name, query] = await Promise.all([
      row.getByRole('link').first().boundingBox(),
      row.getByText(/^Search for brand/).boundingBox(),
    ])
    expect(query?.x).toBe(name?.x)
  })
  await boxOf(page, 99).check()
  await expect(barOf(page)).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Name, reversed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(namesOf(page).first()).toHaveText('Brand watch 9999')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

/** The other lists, each with a column to sort by. */
const LISTS = [
  { path: '/runs', head: 'Started', order: 'ascending' },
  { path: '/keys', head: 'Key', order: 'ascending' },
  { path: '/members', head: 'Name', order: 'ascending' },
  { path: '/wallets', head: 'Wallet', order: 'ascending' },
  { path: '/budgets', head: 'Budget', order: 'ascending' },
  { path: '/services', head: 'Service', order: 'ascending' },
] as const

test('every list can be sorted by a column, filtered by typing, and shows a count', async ({
  page,
  team,
  key,
}) => {
  const { admin } = team
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await admin.mustPerform('runs/startRunAction', { runId: newId(), searchId, keyId: key.id })
  await admin.mustPerform('budgets/createBudgetAction', {
    ...{ name: 'Everyday', scope: 'team', unit: 'items', period: 'day', amount: '500' },
    ...{ stops: true, tellsAt: [80] },
  })
  await admin.mustPerform('services/createServiceAction', { name: 'Shop' })
  for (const { path, head, order } of LISTS)
    await test.step(path, async () => {
      await enter(page, admin, path)
      const filters = page.getByRole('search', { name: /^Filters of the / })
      await expect(filters).toContainText(/1 (run|key|member|wallet|budget|service)/)
      const column = page.getByRole('columnheader', { name: head, exact: true }).first()
      await column.getByRole('link').click()
      await expect(column).toHaveAttribute('aria-sort', order)
      await expect(page).toHaveURL(/sort=/)
      await filters.getByRole('searchbox').fill('zzz')
      await expect(page.getByText(/^No matching \w+$/)).toBeVisible()
      await expect(filters).toContainText('0 of 1')
    })
})

test('keys are disabled together, and enabled again by Undo', async ({
  page,
  team: { admin },
  key,
  world,
}) => {
  await enter(page, admin, '/keys')
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled 1 key.')).toBeVisible()
  await expect(page.getByRole('table').getByText('Disabled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  expect(await world.db.key.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
    status: 'active',
  })
})

test('budgets are deleted together after a confirmation, and an ended run cannot be cancelled', async ({
  page,
  team: { admin },
  key,
}) => {
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await admin.mustPerform('runs/startRunAction', { runId: newId(), searchId, keyId: key.id })
  for (const name of ['One', 'Two'])
    await admin.mustPerform('budgets/createBudgetAction', {
      ...{ name, scope: 'team', unit: 'items', period: 'day', amount: '500', stops: true, tellsAt: [80] },
    })
  await enter(page, admin, '/budgets')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete budgets' }).click()
  await expect(page.getByText('Deleted 2 budgets.')).toBeVisible()
  await expect(page.getByText('No budgets yet')).toBeVisible()
  await enter(page, admin, '/runs')
  await page.getByRole('checkbox', { name: /^Select Run of Coffee/ }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Cancel runs' }).click()
  await expect(page.getByText('This run has ended already, or was cancelled.')).toBeVisible()
})
