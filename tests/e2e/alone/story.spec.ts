import type { Locator, Page } from '@playwright/test'
import { formatCredits, parseNano } from '@/lib/kernel'
import { createLeakFinder } from '../../support/leaks'
import { PERSON } from '../counted-steps'
import { expect, test } from '../fixtures'
import { watchForLeaks } from '../leak-watch'
import { leaksInFolder, openWorldWithUpstream, type UpstreamWorld } from '../world'

const BALANCE = '100000'

let world: UpstreamWorld
let keys: { production: string; staging: string }
let walletId: string

test.beforeAll(async () => {
  world = await openWorldWithUpstream()
  walletId = await world.operator.createWallet({ name: 'Acme', balance: BALANCE, pack: 'Growth' })
  keys = {
    production: await world.operator.createKey(walletId),
    staging: await world.operator.createKey(walletId),
  }
})
test.afterAll(() => world?.close())

test('the whole story: from the first visit to the last figure', async ({ page }) => {
  test.setTimeout(300_000)
  const watch = await watchForLeaks(page)
  const at = (path: string) => world.server.baseUrl + path

  await test.step('the wizard: account, team, wallet, key, search', async () => {
    await page.goto(at('/'))
    await expect(page).toHaveURL(at('/setup'))
    await createAccount(page)
    await page.getByLabel('Team name').fill('Acme')
    await choose(page.locator('form'), 'Time zone', 'Asia/Kolkata')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('button', { name: 'Add wallet' }).click()

    // The set-up can be left and resumed: the next visit continues at the key.
    await page.getByRole('link', { name: 'Finish later' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await page.getByRole('link', { name: 'Continue setup' }).click()
    // The overview also has a field named Environment.
    await expect(page).toHaveURL(/\/setup/)
    await addKey(page, keys.production, 'production')
    await expect(page.getByRole('heading', { name: 'Run the first search' })).toBeVisible()
    await watch.look()

    await page.getByLabel('Name').fill('Ada’s posts')
    await page.getByText('Timeline', { exact: true }).click()
    await page.getByLabel('User').fill('ada')
    await page.getByRole('button', { name: 'Save only' }).click()
    await expect(page).toHaveURL(at('/acme'))
  })

  await test.step('a second key of the same wallet, in another environment', async () => {
    await goTo(page, 'Keys')
    await page.getByRole('button', { name: 'Add key' }).click()
    await addKey(page, keys.staging, 'staging')
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('was added')
    await page.getByRole('button', { name: 'Add another' }).click()
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('staging 2')
    await page.keyboard.press('Escape')
    const table = page.getByRole('table', { name: 'Keys of the team' })
    await expect(table.getByRole('row')).toHaveCount(3)
    for (const key of Object.values(keys)) await expect(table.getByText(`${key.slice(0, 12)}…`)).toBeVisible()
    await expect(table.getByRole('cell', { name: 'Growth 100 requests a second' })).toHaveCount(2)
    await watch.look()
  })

  await test.step('a saved search of each kind, with three pages each', async () => {
    await runThreePages(page, 'Ada’s posts', 'production', 300)
    await saveSearch(page, { name: 'Coffee', kind: 'Search', field: 'All of these words', subject: 'coffee' })
    await runThreePages(page, 'Coffee', 'staging', 150)
    await saveSearch(page, { name: 'Who follows Grace', kind: 'Followers', field: 'User', subject: 'grace' })
    await runThreePages(page, 'Who follows Grace', 'staging', 600)
    await watch.look()
  })

  await test.step('items on the ledger = items the API says it returned, to the item, per key', async () => {
    const wallet = await world.operator.wallet(walletId)
    const entries = await world.db.ledgerEntry.findMany({ include: { attempt: true } })
    for (const key of Object.values(keys)) {
      const prefix = key.slice(0, 12)
      const ours = entries.filter(({ attempt }) => attempt.keyPrefix === prefix)
      const theirs = wallet.keys.find((each) => each.prefix === prefix)
      expect(sum(ours.map(({ items }) => items))).toBe(theirs?.items)
      expect(ours.filter(({ outcome }) => outcome === 'SETTLED')).toHaveLength(theirs?.pages ?? 0)
    }
    expect(entries).toHaveLength(9)

    const charged = entries.reduce((total, { chargeNano }) => total + (chargeNano ?? 0n), 0n)
    expect(charged).toBe(nano(BALANCE) - nano(wallet.balance))
  })

  await test.step('the overview: the chart and its table show the same numbers as the ledger', async () => {
    await goTo(page, 'Overview')
    const rollups = await world.db.rollup.findMany()
    const environments = await world.db.environment.findMany()
    const spentIn = (name: string) => {
      const id = environments.find((environment) => environment.name === name)?.id
      const own = rollups.filter(({ environmentId }) => environmentId === id)
      return own.reduce((total, { chargeNano }) => total + chargeNano, 0n)
    }
    const card = page.getByRole('region', { name: 'Balance and spend', exact: true })
    const balance = formatCredits(nano((await world.operator.wallet(walletId)).balance))

    const chart = card.getByRole('slider', { name: /^Balance and spend of / })
    const told = async (label: string, amount: string) =>
      expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`(^|, )${label} ${amount}(,|$)`))
    await told('Balance now', balance)
    for (const name of ['production', 'staging']) await told(name, formatCredits(spentIn(name)))

    await card.getByText('Table', { exact: true }).click()
    const today = card.getByRole('table').getByRole('row').filter({ hasText: balance })
    for (const name of ['production', 'staging'])
      await expect(today).toContainText(formatCredits(spentIn(name)))
    await expect(today).toContainText(balance)
    await watch.look()
  })

  await test.step('usage and every other page', async () => {
    for (const place of ['Usage', 'Searches', 'Wallets', 'Keys', 'Members', 'Settings']) {
      await goTo(page, place, place === 'Settings' ? 'Team' : place)
      await watch.look()
    }
    await goTo(page, 'Searches')
    await page.getByRole('navigation', { name: 'Searches' }).getByRole('link', { name: 'Runs' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible()
    await watch.look()
  })

  await test.step('no key in the browser, in the log or in the data folder', async () => {
    const all = Object.values(keys)
    const { found, searched } = await watch.leaks(all)
    expect(found).toEqual([])
    expect(searched).toBeGreaterThan(100)
    const find = createLeakFinder(all)
    expect(find('the log', world.server.lines.join('\n'))).toEqual([])
    expect(await leaksInFolder(world.folder, all)).toEqual([])
  })

  await test.step('the key scan finds a planted key', async () => {
    await page.evaluate((secret) => document.body.append(secret), keys.staging.slice(12, 24))
    await watch.look()
    expect((await watch.leaks(Object.values(keys))).found).toHaveLength(1)
  })
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function nano(credits: string): bigint {
  const amount = parseNano(credits)
  if (amount === null) throw new Error(`${credits} is no amount`)
  return amount
}

async function createAccount(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill(PERSON.name)
  await page.getByLabel('E-mail address').fill(PERSON.email)
  await page.getByLabel(/^Password/).fill(PERSON.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function choose(form: Locator, label: string, option: string): Promise<void> {
  const page = form.page()
  const select = form.getByRole('textbox', { name: label }).or(form.getByRole('combobox', { name: label }))
  const choice = page.getByRole('option', { name: option }).first()
  // A click before hydration opens nothing.
  await expect(async () => {
    if (!(await choice.isVisible())) await select.click()
    if (await select.isEditable()) await select.fill(option)
    await expect(choice).toBeVisible({ timeout: 500 })
  }).toPass()
  await choice.click()
}

/** Opens an entry of the navigation; `title` is the heading of its first page. */
async function goTo(page: Page, place: string, title = place): Promise<void> {
  await page.getByRole('navigation', { name: 'Team' }).getByRole('link', { name: place, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function addKey(page: Page, key: string, environment: string): Promise<void> {
  // The list of keys has a filter with the same name.
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Check and add the key' }) })
  await choose(form, 'Environment', environment)
  await page.getByRole('textbox', { name: /^Key/ }).fill(key)
  await page.getByRole('button', { name: 'Check and add the key' }).click()
  await expect(
    page
      .getByText(key.slice(0, 12))
      .or(page.getByRole('heading', { name: 'Run the first search' }))
      .first(),
  ).toBeVisible()
}

async function saveSearch(
  page: Page,
  { name, kind, field, subject }: { name: string; kind: string; field: string; subject: string },
): Promise<void> {
  await goTo(page, 'Searches')
  await page.getByRole('link', { name: 'New search' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'New search' })).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await page.getByText(kind, { exact: true }).click()
  await page.getByLabel(field).fill(subject)
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function runThreePages(page: Page, name: string, environment: string, items: number): Promise<void> {
  await goTo(page, 'Searches')
  await page.getByRole('link', { name: `Run ${name}` }).click()
  await expect(page.getByRole('button', { name: 'Run first page' })).toBeFocused()
  await choose(page.getByRole('main'), 'Key', environment)
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page).toHaveURL(/\/runs\//)
  const bought = page.getByRole('status', { name: 'Bought so far' })
  for (const pages of ['1', '2', '3']) {
    await expect(bought.getByText(pages, { exact: true })).toBeVisible()
    if (pages !== '3') await page.getByRole('button', { name: 'Next page', exact: true }).click()
  }
  await expect(bought).toContainText(String(items))
  const first = page.getByRole('list', { name: 'Items' }).getByRole('listitem').first()
  await expect(first).toHaveAttribute('aria-setsize', String(items))
}
