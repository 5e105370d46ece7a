import { createLeakFinder } from '../../support/leaks'
import { startServer } from '../../support/server'
import { FOUNDER } from '../../support/story'
import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { buyPage, COFFEE, lane, left, openLane } from '../lane'
import { addSandboxKey, makeFreshTeam } from '../team'
import { enter } from '../visits'
import { leaksInFolder, openWorld, type World } from '../world'

test.describe('on the built-in sandbox', () => {
  // One Purser for all of them: the first sees it fresh.
  test.describe.configure({ mode: 'default' })
  let world: World
  test.beforeAll(async () => {
    world = await openWorld()
  })
  test.afterAll(() => world?.close())

  test('a fresh Purser on its sandbox: the wizard ends on the page that it bought, and the overview shows it', async ({
    page,
  }) => {
    await page.goto(`${world.server.baseUrl}/`)
    await page.getByLabel('Your name').fill(FOUNDER.name)
    await page.getByLabel('E-mail address').fill('not an address')
    await page.getByLabel(/^Password/).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Enter an e-mail address')).toBeVisible()
    await expect(page.getByText('Use at least 12 characters')).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue(FOUNDER.name)
    expect(await violationsIn(page)).toEqual([])

    await page.getByLabel('E-mail address').fill(FOUNDER.email)
    await page.getByLabel(/^Password/).fill(FOUNDER.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Team name').fill('Acme')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByRole('button', { name: 'Add wallet' }).click()
    await page.getByRole('button', { name: 'Use a sandbox key' }).click()
    await expect(
      page.getByText('A page brings at most 100 items, for 15 credits (0.15 per item).'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Save and run the first page' }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Your first items are here' })).toBeVisible()
    await page.getByRole('link', { name: 'Open the run with all' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My first search' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem').first()).toBeVisible()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page.getByText('15.00').first()).toBeVisible()
    await expect(
      page.getByRole('table', { name: 'Runs, newest first' }).getByText('My first search'),
    ).toBeVisible()

    // The sandbox's key was made on the server and never shown: the sealed row is all there is of it.
    const [row] = await world.db.key.findMany()
    expect(row?.sealed).toMatch(/^v2\./)
    expect(await page.content()).not.toMatch(/xd_live_[^\s"<…]{5}/)
  })

  test('a key’s life on its page: refused with the reason, checked, disabled, reported, deleted', async ({
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
    await expect(page.getByText('A key is xd_live_ followed by 32 characters')).toBeVisible()
    const unknown = `xd_live_${'Q7'.repeat(16)}`
    await key.fill(unknown)
    await add.click()
    await expect(page.getByRole('alert').first()).toContainText('not stored')
    expect(await world.db.key.count({ where: { teamId: team.id } })).toBe(0)
    expect(await leaksInFolder(world.folder, [unknown])).toEqual([])
    expect(createLeakFinder([unknown])('the log', world.server.lines.join('\n'))).toEqual([])

    await page.getByRole('button', { name: 'Use a sandbox key' }).click()
    const table = page.getByRole('table', { name: 'Keys of the team' })
    await expect(table).toContainText('Growth, 100 requests a second')
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

  // The last one, since it stops Purser; and not the test's own page: what a browser says of a lost connection is no fault.
  test('who watches holds up no stop, and watches on when Purser is back', async ({ browser }) => {
    test.setTimeout(120_000)
    const made = await makeFreshTeam(world)
    const person = made.admin
    const { keyId } = await addSandboxKey(made)
    const coffee = await person.makeId('searches/createSearchAction', COFFEE)
    const page = await browser.newPage()
    await openLane(page, person)
    await buyPage(person, coffee, keyId)
    await expect(left(page, 'All')).toHaveText('1')
    // A stop that waits for the watcher's stream is ended by force, with another code: see stopOnSignals.
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
