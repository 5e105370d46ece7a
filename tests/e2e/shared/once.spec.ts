import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { watchShifts } from '../held-pages'
import { enter, visit } from '../visits'

let delivered: () => Promise<number>
let runs: () => Promise<number>
let searchId: string
test.beforeEach(async ({ page, world, team, key }) => {
  delivered = async () => {
    const { keys } = await world.operator.wallet(key.sandboxWallet)
    return keys.reduce((sum, { deliveredPages }) => sum + deliveredPages, 0)
  }
  runs = () => world.db.run.count({ where: { teamId: team.id } })
  const search = { name: 'Who follows Ada', operation: 'followers', subject: 'ada', shared: true }
  searchId = await team.admin.makeId('searches/createSearchAction', search)
  await enter(page, team.admin, `/searches/${searchId}`)
})

/** Waits until the page is hydrated, so that a click is not lost. */
async function isAlive(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByText('In the background', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Run in the background' })).toBeVisible({ timeout: 500 })
  }).toPass()
}

test('a double click on either button starts and pays for one run', async ({ page, team }) => {
  await isAlive(page)
  await page.getByLabel('Stop after (items)').fill('100')
  await page.getByRole('button', { name: 'Run in the background' }).dblclick()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(page.getByText(/has reached its cap/)).toBeVisible()
  expect(await runs()).toBe(1)
  expect(await delivered()).toBe(1)

  await visit(page, team.at(`/searches/${searchId}`))
  await isAlive(page)
  await page.getByText('Page by page', { exact: true }).click()
  await page.getByRole('button', { name: 'Run first page' }).dblclick()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(page.getByRole('list', { name: 'Items' })).toBeVisible()
  expect(await runs()).toBe(2)
  expect(await delivered()).toBe(2)
})

test('a request whose answer was lost is sent again, is paid once, and the run continues in any tab', async ({
  page,
  context,
}) => {
  // In a tab without the fixture's check, because the browser logs the failed connection.
  const tab = await context.newPage()
  await tab.goto(page.url())
  await isAlive(tab)
  await tab.getByText('Page by page', { exact: true }).click()
  let isLosing = true
  await tab.route(/\/(searches|runs)\//, async (route) => {
    if (route.request().method() !== 'POST' || !isLosing) return route.continue()
    isLosing = false
    await route.fetch()
    return route.abort('connectionreset')
  })
  const isLost = tab.getByText(/server could not be reached/)
  await tab.getByRole('button', { name: 'Run first page' }).click()
  await expect(isLost).toBeVisible()
  await tab.getByRole('button', { name: 'Run first page' }).click()
  await expect(tab).toHaveURL(/\/runs\//)
  await expect(tab.getByRole('list', { name: 'Items' })).toBeVisible()
  expect(await runs()).toBe(1)
  expect(await delivered()).toBe(1)

  const next = tab.getByRole('button', { name: 'Next page', exact: true })
  isLosing = true
  await next.click()
  await expect(isLost).toContainText('it comes without another charge')
  await next.click()
  await expect(tab.getByText(/^Loaded page 2/)).toBeVisible()
  expect(await delivered()).toBe(2)

  isLosing = true
  await next.click()
  await expect(isLost).toBeVisible()
  await tab.reload()
  await next.click()
  await expect(tab.getByText(/^Loaded page 4/)).toBeVisible()
  expect(await delivered()).toBe(4)

  // A second tab of the browser continues where the first one stopped.
  const second = await context.newPage()
  await second.goto(tab.url())
  await second.getByRole('button', { name: 'Next page', exact: true }).click()
  await expect(second.getByText(/^Loaded page 5/)).toBeVisible()
  expect(await delivered()).toBe(5)
  await second.close()
  await tab.close()
})

test('without a network the page stays, and what was chosen opens afterwards', async ({ browser, team }) => {
  // In a separate browser, because it logs the failed connection.
  const context = await browser.newContext()
  const page = await context.newPage()
  await enter(page, team.admin, '/usage')
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByText(/Pages you choose open once you are connected again/)).toBeVisible()
  await page.getByRole('link', { name: 'Budgets' }).click()
  await expect(page.getByText(/The page you chose opens once you are connected again/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  await context.close()
})

test('a page that takes longer than a moment has an outline in its place, and one that does not has none', async ({
  page,
  team,
}) => {
  await watchShifts(page)
  await enter(page, team.admin, '/usage')
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/budgets?_rsc=*', async (route) => {
    await isAnswered
    await route.continue()
  })
  const outline = page.locator('[data-outline]')
  await page.getByRole('link', { name: 'Budgets' }).click()
  // It is there from the click, and hidden for 300 ms.
  await expect(outline).toBeAttached()
  const [appears] = await outline.evaluate((element) =>
    element.getAnimations().map((one) => one.effect?.getComputedTiming().delay),
  )
  expect(appears).toBe(300)
  await expect(outline).toBeVisible()
  expect(await violationsIn(page)).toEqual([])
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
  await expect(outline).toHaveCount(0)
  await page.getByRole('link', { name: 'Wallets' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible()
  await expect(outline).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
})

test('what was typed survives the end of the session', async ({ page, context, world, team }) => {
  const subject = page.getByRole('textbox', { name: 'User' })
  await isAlive(page)
  await page.getByRole('button', { name: 'Change search' }).click()
  await subject.fill('grace')
  const cookies = await context.cookies()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/signed out|Sign in/).first()).toBeVisible()
  await expect(subject).toHaveValue('grace')
  // After signing in again in another tab, the text can be saved as it is.
  await context.addCookies(cookies)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The search was saved.')).toBeVisible()
  expect((await world.db.savedSearch.findFirstOrThrow({ where: { teamId: team.id } })).subject).toBe('grace')
})

test('the link for a search that finds nothing new opens it ready to run in the background', async ({
  page,
  team,
}) => {
  await visit(page, team.at(`/searches/${searchId}?mode=background`))
  await expect(page.getByRole('button', { name: 'Run in the background' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Stop at known items' })).toBeVisible()
  await expect(page.getByLabel('Stop after (items)')).toHaveValue('1,000')
})
