import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { buyPage, COFFEE } from '../lane'
import { enter, visit } from '../visits'

const items = (page: Page) => page.getByRole('list', { name: 'Items' })

test('a next page says that it has come, and its first item is in sight and has the focus', async ({
  page,
  team: { admin },
  key: _,
}) => {
  const searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  await enter(page, admin, `/searches/${searchId}`)
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(items(page).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '50')
  const next = page.getByRole('button', { name: 'Next page', exact: true })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Loaded page 2 (items 51–100).')).toBeVisible()
  const first = items(page).locator('[aria-posinset="51"]')
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
  // Nothing hides it: the totals stay at the very top of the window, and it stands below them.
  const totals = page.getByRole('status', { name: 'Bought so far' })
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([totals.boundingBox(), first.boundingBox()])
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
    })
    .toBeGreaterThan(8)
  expect((await totals.boundingBox())?.y).toBeLessThan(40)

  // Who is typing meanwhile goes on typing.
  await next.click()
  const find = page.getByLabel('Find in these items')
  await find.focus()
  await expect(page.getByText('Loaded page 3 (items 101–150).')).toBeVisible()
  await expect(find).toBeFocused()
})

test('runs are listed ten at once on their search’s page, and by state, search and member on their own', async ({
  page,
  team,
  key,
}) => {
  const { admin } = team
  const searchId = await admin.makeId('searches/createSearchAction', COFFEE)
  const other = await admin.makeId('searches/createSearchAction', { ...COFFEE, name: 'Tea' })
  for (let run = 0; run < 12; run++) await buyPage(admin, searchId, key.id)
  await buyPage(admin, other, key.id)

  await enter(page, admin, `/searches/${searchId}`)
  const rows = page.getByRole('table', { name: /^Runs/ }).getByRole('row')
  await expect(rows).toHaveCount(11)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(3)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(rows).toHaveCount(11)

  await visit(page, team.at('/runs'))
  await expect(rows).toHaveCount(14)
  const pick = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick('Search', 'Tea')
  await expect(rows).toHaveCount(2)
  await pick('State', 'Ended')
  await expect(page.getByText('No run fits')).toBeVisible()
  await page.getByRole('link', { name: 'Show all runs' }).click()
  await expect(rows).toHaveCount(14)

  // A place that is kept outlives its run.
  await visit(page, team.at(`/runs?after=${searchId}`))
  await page.getByRole('link', { name: 'Show the newest runs' }).click()
  await expect(rows).toHaveCount(14)
})

test('a rule of alerts is changed behind its button', async ({ page, team: { admin } }) => {
  await enter(page, admin, '/alerts?tab=rules')
  const row = page.getByRole('row', { name: /^Low balance/ })
  await expect(row).toContainText('10% of the highest balance in 30 days')
  await row.getByRole('button', { name: 'Change Low balance' }).click()
  const drawer = page.getByRole('dialog', { name: 'Low balance' })
  await drawer.getByLabel('Low balance: Percent of the highest balance in 30 days').fill('25')
  await drawer.getByRole('switch', { name: 'Low balance' }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer).toBeHidden()
  await expect(row).toContainText('25% of the highest balance in 30 days')
})
