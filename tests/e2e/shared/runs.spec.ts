import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { buyPage, COFFEE } from '../lane'
import { enter, visit } from '../visits'

const items = (page: Page) => page.getByRole('list', { name: 'Items' })

test('a next page is announced, and its first item is in view and has the focus', async ({
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
  // Nothing covers it: the totals stay at the top of the window, and the item is below them.
  const totals = page.getByRole('status', { name: 'Bought so far' })
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([totals.boundingBox(), first.boundingBox()])
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
    })
    .toBeGreaterThan(8)
  expect((await totals.boundingBox())?.y).toBeLessThan(40)

  // If a person is typing meanwhile, the focus stays.
  await next.click()
  const find = page.getByLabel('Find in these items')
  await find.focus()
  await expect(page.getByText('Loaded page 3 (items 101–150).')).toBeVisible()
  await expect(find).toBeFocused()
})

test('runs are listed ten at a time on their search’s page, and by state, search and member on their own page', async ({
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
  await expect(page.getByText('No matching runs')).toBeVisible()
  await page.getByRole('link', { name: 'Show all runs' }).click()
  await expect(rows).toHaveCount(14)

  // A saved position works even if its run no longer exists.
  await visit(page, team.at(`/runs?after=${searchId}`))
  await page.getByRole('link', { name: 'Show the newest runs' }).click()
  await expect(rows).toHaveCount(14)
})

test('an alert rule is changed behind its button', async ({ page, team: { admin } }) => {
  await enter(page, admin, '/alerts?tab=rules')
  const row = page.getByRole('row', { name: /^Low balance/ })
  await expect(row).toContainText('10% of the highest balance in 30 days')
  await row.getByRole('button', { name: 'Change Low balance' }).click()
  const drawer = page.getByRole('dialog', { name: 'Low balance' })
  await drawer.getByLabel('Low balance: Percentage of the highest balance in 30 days').fill('25')
  await drawer.getByRole('switch', { name: 'Low balance' }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer).toBeHidden()
  await expect(row).toContainText('25% of the highest balance in 30 days')
})
