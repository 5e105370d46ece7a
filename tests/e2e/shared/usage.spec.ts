import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { isLong } from '../long-form'
import { storeSpending } from '../spending'
import { enter, expectOnFirstScreen } from '../visits'

/** A phone is tested only in `npm run test:long -- pages`. */
const SCREENS = [
  { name: 'a desktop', size: { width: 1440, height: 900 } },
  ...(isLong ? [{ name: 'a phone', size: { width: 390, height: 844 } }] : []),
]

test.beforeEach(async ({ world, team }) => {
  await storeSpending(world, team)
})

for (const { name, size } of SCREENS)
  test(`on ${name} a search in the usage table narrows chart, table and ledger, and Back widens them`, async ({
    page,
    team,
  }) => {
    await page.setViewportSize(size)
    await enter(page, team.admin, '/usage')
    await expectOnFirstScreen(page, page.getByText('credits', { exact: true }).first())
    await expectOnFirstScreen(page, page.locator('.recharts-surface').first())
    const pick = async (field: string, option: string) => {
      await page.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const parts = page.getByRole('navigation', { name: 'Behind the chart' })
    await pick('Grouped by', 'Search')
    const table = page.getByRole('table', { name: 'Credits, items and pages by search' })
    // A phone shows no header row.
    const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
    await expect(rows).toHaveCount(2)
    await table.getByRole('link', { name: 'Clementine timeline' }).click()
    const chips = page.getByRole('region', { name: 'Filters' })
    await expect(chips).toContainText('Search Clementine timeline')
    await expect(rows).toHaveCount(1)
    await parts.getByRole('link', { name: 'Ledger' }).click()
    const ledger = page.getByRole('table', { name: /^Ledger entries/ })
    await expect(ledger).toContainText('Clementine timeline')
    await expect(ledger).not.toContainText('Brand mentions')
    await page.goBack()
    await expect(rows).toHaveCount(1)
    await page.goBack()
    await expect(chips.getByRole('link')).toHaveCount(0)
    await expect(rows).toHaveCount(2)
    await page.goForward()
    await chips.getByRole('link', { name: 'Remove the filter Search Clementine timeline' }).click()
    await expect(rows).toHaveCount(2)
    await pick('Compare', 'Period before')
    await expect(rows.first().locator('[data-label=Change]')).toBeVisible()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await file).suggestedFilename()).toMatch(/^usage-by-search-.*\.csv$/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  })

for (const { name, size } of SCREENS)
  test(`on ${name} filters are chips above the chart: found by typing, kept in the address, removed by their cross`, async ({
    page,
    team,
  }) => {
    await page.setViewportSize(size)
    await enter(page, team.admin, '/usage?by=search')
    const chips = page.getByRole('region', { name: 'Filters' })
    const add = chips.getByRole('button', { name: 'Filter', exact: true })
    const chart = page.locator('.recharts-surface').first()
    // By keyboard alone.
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Filter by' })).toBeFocused()
    await page.keyboard.type('env')
    await expect(page.getByRole('option')).toHaveText(['Environment'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Environment', exact: true })).toBeFocused()
    expect(await violationsIn(page)).toEqual([])
    // Back to the fields, and away without a choice.
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('textbox', { name: 'Filter by' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(add).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Filter by' })).toBeFocused()
    await page.keyboard.type('env')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Environment', exact: true })).toBeFocused()
    await page.keyboard.type('PROD')
    await page.keyboard.press('Enter')
    await expect(chips).toContainText('Environment production')
    await expect(page).toHaveURL(/environment=/)
    await expect(add).toBeFocused()
    // Searches are found on the server, since a team may have thousands.
    await add.click()
    await page.getByRole('option', { name: 'Search', exact: true }).click()
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill('no search of this name')
    await expect(page.getByText('No matches.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill('brand')
    await page.getByRole('option', { name: 'Brand mentions' }).click()
    await expect(chips).toContainText('Search Brand mentions')
    // On a phone two chips take a line each.
    await expect(chart).toBeInViewport({ ratio: 0.7 })
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(chips.getByRole('link')).toHaveCount(1)
    await chips.getByRole('link', { name: 'Remove the filter Environment production' }).focus()
    await page.keyboard.press('Enter')
    await expect(chips.getByRole('link')).toHaveCount(0)
    await expect(page).not.toHaveURL(/environment=/)
    await expectOnFirstScreen(page, chart)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

test('measure, step, tabs and a saved view are kept in the address; dragging over the chart zooms to its days', async ({
  page,
  team,
}) => {
  await enter(page, team.admin, '/usage')
  const pick = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick('Measure', 'New items')
  await expect(page).toHaveURL(/measure=new/)
  await expect(page.getByRole('region', { name: 'New items by environment', exact: true })).toBeVisible()
  const table = page.getByRole('table', { name: 'Credits, items and pages by environment' })
  await expect(table.getByRole('columnheader').nth(1)).toHaveText('New items')
  // A column header chooses its measure, and is then marked as sorted.
  await table.getByRole('link', { name: 'Pages', exact: true }).click()
  await expect(page).toHaveURL(/measure=pages/)
  await expect(table.getByRole('columnheader', { name: 'Pages' })).toHaveAttribute('aria-sort', 'descending')
  await pick('Measure', 'New items')
  await expect(page).toHaveURL(/measure=new/)
  await pick('Step', 'Week')
  await expect(page).toHaveURL(/step=week/)
  await expect(page.getByText(/^By week, in /)).toBeVisible()
  await pick('Step', 'Day')
  await expect(page.getByText(/^By day, in /)).toBeVisible()

  const parts = page.getByRole('navigation', { name: 'Behind the chart' })
  await parts.getByRole('link', { name: 'Runs' }).click()
  await expect(page).toHaveURL(/tab=runs/)
  await expect(page.getByRole('region', { name: 'Runs', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Name').fill('What is new')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('The view was saved')).toBeVisible()
  await page.goto(team.at('/usage'))
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'What is new' }).click()
  await expect(page).toHaveURL(/measure=new/)
  await expect(page.getByRole('region', { name: 'Runs', exact: true })).toBeVisible()

  await expect(page.getByRole('dialog')).toHaveCount(0)
  const plot = page.locator('.recharts-surface').first()
  await expect(plot).toBeVisible()
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (!box) throw new Error('The chart has no place')
  const y = box.y + 20
  await page.mouse.move(box.x + box.width * 0.5, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, y, { steps: 4 })
  await page.mouse.move(box.x + box.width * 0.95, y, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/)
  await expect(page).not.toHaveURL(/range=/)
  // The field names the days of the drag.
  await expect(page.getByRole('combobox', { name: /^Range/ })).toHaveValue(/^(\d+ \w+|\w+ \d+)( – |$)/)
  await page.getByRole('link', { name: 'Reset zoom' }).click()
  await expect(page).toHaveURL(/range=7d/)
  await expect(page).not.toHaveURL(/from=|zoomedFrom=/)
  await expect(page.getByRole('link', { name: 'Reset zoom' })).toHaveCount(0)
})

test('the balance is that of all wallets, or of the chosen one', async ({ page, world, team }) => {
  const wallet = await world.db.wallet.findFirstOrThrow({ where: { teamId: team.id, name: 'Brands' } })
  await enter(page, team.admin, '/usage')
  const legend = page.getByRole('region', { name: 'Credits by environment' }).getByRole('list').first()
  await expect(legend).toContainText('Balance of all wallets')
  await page.goto(team.at(`/usage?wallet=${wallet.id}`))
  await expect(legend.getByText('Balance of Brands', { exact: true })).toBeVisible()
  await page.getByText('Table', { exact: true }).filter({ visible: true }).click()
  const last = page
    .getByRole('table', { name: /as a table$/ })
    .getByRole('row')
    .last()
  await expect(last).toContainText('4,970')
})

test('the ledger filters the page by outcome; unknown calls are counted, because their cost is not known', async ({
  page,
  team,
}) => {
  await enter(page, team.admin, '/usage?outcome=FREE&tab=ledger')
  const outcomes = page.getByRole('navigation', { name: 'Outcome' })
  await outcomes.getByRole('link', { name: 'Settled' }).click()
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('Outcome Settled')
  await expect(outcomes.getByRole('link', { name: 'Settled' })).toHaveAttribute('aria-current', 'true')
  await outcomes.getByRole('link', { name: 'Unknown' }).click()
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('Outcome Unknown')
  await expect(page.getByText('Nothing was used in this range')).toBeVisible()
})
