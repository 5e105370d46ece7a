import type { Page } from '@playwright/test'
import { systemClock } from '@/lib/kernel'
import { checkFigures } from '@/lib/money/ledger'
import { PAGES } from '../../support/access-table'
import { createLeakFinder } from '../../support/leaks'
import { startServer } from '../../support/server'
import { ACCOUNT, countedSteps, PERSON } from '../counted-steps'
import { expect, test } from '../fixtures'
import { expectGoodPage, violationsIn } from '../good-page'
import { buyPage, COFFEE, lane, left, openLane } from '../lane'
import { layoutFaultsOf } from '../layout'
import { isLong } from '../long-form'
import { arriveWithin, SERVICE_IDS, SERVICE_NAMES } from '../named-services'
import { addSandboxKey, makeFreshAccount, makeFreshTeam } from '../team'
import { bringSession, enter } from '../visits'
import { leaksInFolder, openWorld, type World } from '../world'

/** Limits for the steps from a fresh installation to the first chart. */
const [MAX_VALUES, MAX_CLICKS] = [4, 5]

/** Terms of the interface document that must not appear on another service's pages. */
const OF_THE_INTERFACE = /xd_live_|\/v1\/me|\b(Free|Growth)\b(?!:)|\bpack\b/
/** Services whose pages are visited: one, or every service in `npm run test:long -- pages`. */
const WALKED = isLong ? SERVICE_IDS : (['x'] as const)

test.describe('on the built-in sandbox', () => {
  // The tests share one Purser; the first test needs it fresh.
  test.describe.configure({ mode: 'default' })
  let world: World
  test.beforeAll(async () => {
    world = await openWorld()
  })
  test.afterAll(() => world?.close())

  test('from nothing to the first chart takes at most four values and five clicks; example data is loaded and removed on the way', async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const { counts, fill, click } = countedSteps(page)
    await page.goto(world.server.baseUrl)
    await expect(page.getByText('Purser shows your team what it spends')).toBeVisible()
    await expect(page.getByText('This installation uses the built-in sandbox')).toBeVisible()
    await page.getByLabel('Your name').fill(PERSON.name)
    await page.getByLabel('E-mail address').fill('not an address')
    await page.getByLabel(/^Password/).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Enter an e-mail address')).toBeVisible()
    await expect(page.getByText('Use at least 12 characters')).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue(PERSON.name)
    expect(await violationsIn(page)).toEqual([])

    await fill('Your name', PERSON.name)
    await fill('E-mail address', PERSON.email)
    await fill('Password', PERSON.password)
    await click('Create account')
    await test.step('example data is loaded with one click, marked on every page, adds up, and is removed with one click', () =>
      loadAndRemoveExample(page, world))
    await fill('Team name', 'Acme')
    await click('Create team')
    await expect(page.getByText('A wallet is the balance')).toBeVisible()
    await click('Add wallet')
    await click('Use a sandbox key')
    await expect(
      page.getByText('A page brings at most 100 items, for 15 credits (0.15 per item).'),
    ).toBeVisible()
    await click('Save and run the first page')
    await expect(page.getByRole('heading', { level: 1, name: 'Your first items are here' })).toBeVisible()
    const chart = page.getByRole('region', { name: 'Spend today', exact: true })
    await expect(chart.locator('.recharts-bar-rectangle path').first()).toBeVisible()
    console.log(`First chart: ${counts.values} values, ${counts.clicks} clicks`)
    expect(counts.values).toBeLessThanOrEqual(MAX_VALUES)
    expect(counts.clicks).toBeLessThanOrEqual(MAX_CLICKS)
    await expect(page.getByRole('list', { name: 'First items' }).getByRole('listitem')).toHaveCount(5)
    const overview = page.getByRole('link', { name: 'Open the overview' })
    await expect(overview).toHaveAttribute('href', '/acme')

    await page.getByRole('link', { name: 'Open the run with all' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My first search' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem').first()).toBeVisible()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page.getByText('15.00').first()).toBeVisible()
    await expect(
      page.getByRole('table', { name: 'Runs, newest first' }).getByText('My first search'),
    ).toBeVisible()

    await test.step('the next steps: one completes by itself, and the list can be hidden', async () => {
      const steps = page.getByRole('region', { name: 'Next steps' })
      await expect(steps).toContainText('0 of 5 done')
      await expect(steps.getByRole('button', { name: 'Load example data' })).toBeVisible()
      const { id: teamId } = await world.db.team.findUniqueOrThrow({ where: { slug: 'acme' } })
      await world.db.service.create({
        data: { id: crypto.randomUUID(), teamId, name: 'Bot', createdAt: new Date() },
      })
      await page.reload()
      await expect(steps).toContainText('1 of 5 done')
      await expect(steps.getByRole('button', { name: 'Load example data' })).toBeVisible()
      await expect(steps.getByRole('listitem').last()).toHaveText('Done: Add a service')
      await steps.getByRole('button', { name: 'Hide the list' }).click()
      await expect(steps).toHaveCount(0)
    })

    // The sandbox key was created on the server and never shown: only the sealed row exists.
    const [row] = await world.db.key.findMany()
    expect(row?.sealed).toMatch(/^v2\./)
    expect(await page.content()).not.toMatch(/xd_live_[^\s"<…]{5}/)
  })

  test('a key’s life on its page: refused with a reason, checked, disabled, reported, deleted', async ({
    page,
  }) => {
    const team = await makeFreshTeam(world)
    await team.admin.makeId('wallets/createWalletAction', { name: 'Main' })
    await enter(page, team.admin, '/keys')

    await page.getByRole('button', { name: 'Add key' }).click()
    const key = page.getByRole('textbox', { name: /^Key/ })
    const add = page.getByRole('button', { name: 'Check and add the key' })
    await key.fill('xd_live_too-short')
    await add.click()
    await expect(page.getByText('A key is xd_live_ followed by 32 characters. Copy it whole')).toBeVisible()
    const unknown = `xd_live_${'Q7'.repeat(16)}`
    await key.fill(unknown)
    await add.click()
    await expect(page.getByRole('alert').first()).toContainText('not stored')
    expect(await world.db.key.count({ where: { teamId: team.id } })).toBe(0)
    expect(await leaksInFolder(world.folder, [unknown])).toEqual([])
    expect(createLeakFinder([unknown])('the log', world.server.lines.join('\n'))).toEqual([])

    await page.getByRole('button', { name: 'Use a sandbox key' }).click()
    const table = page.getByRole('table', { name: 'Keys of the team' })
    await expect(table).toContainText(/Growth\s*100 requests a second/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add key' })).toBeFocused()
    const choose = async (what: string) => {
      await table.getByRole('button', { name: /^Actions for / }).click()
      await page.getByRole('menuitem', { name: what }).click()
    }
    await choose('Check')
    await expect(page.getByText('The key works; its rate and balance are up to date.')).toBeVisible()
    await choose('Disable')
    await expect(table).toContainText('Disabled')
    await choose('Enable')
    await expect(table).toContainText('Active')
    await choose('Report a leak…')
    await page.getByRole('button', { name: 'Disable and write the message' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
      /Please revoke it as soon as you can/,
    )
    await page
      .getByRole('dialog', { name: 'The key was disabled' })
      .getByRole('button', { name: 'Close' })
      .click()
    await expect(table).toContainText('Disabled')
    await choose('Delete…')
    await page.getByRole('button', { name: 'Delete the key' }).click()
    await expect(page.getByText('No keys yet')).toBeVisible()
    expect(await world.db.key.findMany({ where: { teamId: team.id } })).toMatchObject([{ sealed: null }])
  })

  for (const id of WALKED) {
    const name = SERVICE_NAMES[id]
    test(`${name} with pretend credits: the first items appear, and no page mentions another service`, async ({
      page,
    }) => {
      test.setTimeout(300_000)
      const { founder } = await makeFreshAccount(world)
      await bringSession(page, founder)
      await page.goto(`${world.server.baseUrl}/setup`)
      const steps = countedSteps(page, ACCOUNT)
      await steps.fill('Team name', `Users of ${id}`)
      await steps.click('Create team')
      await expect(page.getByRole('radiogroup', { name: 'Which service do you use?' })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Sandbox', exact: true })).toBeChecked()
      await steps.pick(name)
      await steps.click('Add wallet')
      await steps.click('Try with pretend credits')
      await expect(page.getByText('Step 5 of 5: Search')).toHaveCount(2)
      await steps.click('Save and run the first page')
      await arriveWithin(page, steps)

      const team = await world.db.team.findFirstOrThrow({ where: { name: `Users of ${id}` } })
      const ofTeam = { where: { teamId: team.id } }
      const key = await world.db.key.findFirstOrThrow(ofTeam)
      const wallet = await world.db.wallet.findFirstOrThrow(ofTeam)
      const search = await world.db.savedSearch.findFirstOrThrow(ofTeam)
      const paths = [
        ...['', '/wallets', `/wallets/${wallet.id}`, '/keys', `/keys/${key.id}`, '/services/connect'],
        ...['/searches', `/searches/${search.id}`, '/searches/new', '/usage', '/settings'],
        ...['/settings/provider', '/settings/money'],
      ]
      for (const path of paths) {
        await page.goto(`${world.server.baseUrl}/${team.slug}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        // Only this table is about other services.
        const compared = page.getByRole('table', { name: 'The same items at other services' })
        const besides = (await compared.count()) > 0 ? await compared.innerText() : null
        const all = await page.locator('main').innerText()
        const text = besides === null ? all : all.replace(besides, '')
        expect(text, path).not.toMatch(OF_THE_INTERFACE)
        // A service that counts in dollars has no credits: see currentUnit.
        if (id === 'x')
          expect(text.replaceAll(/pretend (data and )?credits/gi, ''), path).not.toMatch(
            /(?<!\/)\bcredits?\b/i,
          )
        for (const other of SERVICE_IDS)
          if (other !== id) expect(text, path).not.toContain(SERVICE_NAMES[other])
      }
      expect(key.service).toBe(`sandbox/${id}`)
    })
  }

  // Must be last because it stops Purser. Uses a page of its own because the browser logs the lost connection
  // as an error.
  test('an open live view does not delay a stop, and reconnects when Purser is back', async ({ browser }) => {
    test.setTimeout(120_000)
    const made = await makeFreshTeam(world)
    const person = made.admin
    const { keyId } = await addSandboxKey(made)
    const coffee = await person.makeId('searches/createSearchAction', COFFEE)
    const page = await browser.newPage()
    await openLane(page, person)
    await buyPage(person, coffee, keyId)
    await expect(left(page, 'All')).toHaveText('1')
    // A stop that waits for the open stream is killed and exits with another code: see stopOnSignals.
    expect(await world.server.stop()).toBe(0)
    await expect(lane(page).getByRole('status')).toHaveText('Connection lost, reconnecting')
    const port = Number(new URL(world.server.baseUrl).port)
    const again = await startServer({ dataFolder: world.folder, port })
    try {
      await expect(lane(page).getByRole('status')).toHaveText('Live')
      await buyPage(person, coffee, keyId)
      await expect(left(page, 'All')).toHaveText('2')
    } finally {
      await page.close()
      await again.stop()
    }
  })
})

/** Nobody reads further down than this. A run's items are as long as they are. */
const MAX_HEIGHT = 1600
const TABS = [
  ...['/usage?tab=ledger', '/usage?tab=runs', '/usage?by=search&range=90d', '/alerts?tab=history'],
  ...['/alerts?tab=channels', '/alerts?tab=rules'],
]
const WALLET_TABS = ['statement', 'prices', 'check']

/** Those that are longer than they may be on a wide screen; `npm run test:long -- pages` looks at all of them. */
async function longPagesOf(page: Page, baseUrl: string, db: World['db']): Promise<string[]> {
  const [wallet, environment, key, search, run, member, service] = await Promise.all([
    db.wallet.findFirstOrThrow(),
    db.environment.findFirstOrThrow(),
    db.key.findFirstOrThrow(),
    db.savedSearch.findFirstOrThrow(),
    db.run.findFirstOrThrow(),
    db.member.findFirstOrThrow(),
    db.service.findFirstOrThrow(),
  ])
  const things = {
    ...{ walletId: wallet.id, environmentId: environment.id, keyId: key.id, searchId: search.id },
    ...{ runId: run.id, memberId: member.id, serviceId: service.id },
    ...{ inviteId: '', budgetId: '', raiseId: '', gatewayKeyId: '' },
  }
  const all = Object.entries(PAGES).flatMap(([file, { path, needs, answers }]) =>
    needs === 'visitor' || answers || file.endsWith('runs/[id]/page.tsx') ? [] : path('example', things),
  )
  const tabs = [
    ...TABS,
    `/runs/${run.id}?tab=calls`,
    ...WALLET_TABS.map((tab) => `/wallets/${wallet.id}?tab=${tab}`),
  ]
  const paths = isLong
    ? [...all, ...tabs.map((tab) => `/example${tab}`)]
    : ['/usage', '/usage?tab=ledger', '/runs', '/settings/api', '/settings/audit'].map(
        (path) => `/example${path}`,
      )
  await page.setViewportSize({ width: 1440, height: 900 })
  const long: string[] = []
  for (const path of paths) {
    await page.goto(baseUrl + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (height > MAX_HEIGHT) long.push(`${path}: ${height}`)
  }
  return long
}

async function loadAndRemoveExample(page: Page, { server, db }: World): Promise<void> {
  const at = (path: string) => server.baseUrl + path
  const began = performance.now()
  await page.getByRole('button', { name: 'Load example data' }).click()
  await expect(page).toHaveURL(at('/example'), { timeout: 150_000 })
  console.log(`Example data: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const path of ['', '/usage', '/wallets', '/budgets', '/keys', '/runs', '/members']) {
    await page.goto(at(`/example${path}`))
    await expect(page.getByRole('button', { name: 'Example data' })).toBeVisible()
  }
  expect(await longPagesOf(page, server.baseUrl, db)).toEqual([])
  // The example's bar has enough contrast, and its runs are laid out well on a phone.
  await expectGoodPage(page, 'example', { axe: 'colours' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at('/example/runs'))
  await expect(page.getByRole('link', { name: /^Run of/ }).first()).toBeVisible()
  expect(await layoutFaultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  const told: string[] = []
  const onDifference = (line: string) => void told.push(line)
  const { id: teamId } = await db.team.findUniqueOrThrow({ where: { slug: 'example' } })
  await checkFigures({ db, clock: systemClock, teamId, onDifference })
  expect(told).toEqual([])

  await page.getByRole('button', { name: 'Example data' }).click()
  await expect(page.getByRole('dialog')).toContainText('Everything here is made up')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the example' }).click()
  await expect(page).toHaveURL(at('/setup'))
  await expect.poll(() => db.team.count(), { timeout: 60_000 }).toBe(0)
  expect(await db.user.count()).toBe(1)
}
