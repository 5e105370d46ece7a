import { randomUUID } from 'node:crypto'
import { createLeakFinder } from '../support/leaks'
import { FOUNDER } from '../support/story'
import { expect, test } from './fixtures'
import { violationsIn } from './good-page'
import { makeFreshTeam } from './team'
import { enter, untilAlive } from './visits'
import { leaksInFolder, openWorld, type World } from './world'

test.describe('on the built-in sandbox', () => {
  // One Purser for both: the first sees it fresh.
  test.describe.configure({ mode: 'default' })
  let world: World
  test.beforeAll(async () => {
    world = await openWorld()
  })
  test.afterAll(() => world?.close())

  test('a fresh Purser on its sandbox: the wizard ends on an overview that shows something', async ({
    page,
  }) => {
    await page.goto(`${world.server.baseUrl}/`)
    await page.getByLabel('Your name').fill(FOUNDER.name)
    await page.getByLabel('E-mail address').fill('not an address')
    await page.getByLabel(/^Password/).fill('short')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await expect(page.getByText('Enter an e-mail address')).toBeVisible()
    await expect(page.getByText('Use at least 12 characters')).toBeVisible()
    await expect(page.getByLabel('Your name')).toHaveValue(FOUNDER.name)
    expect(await violationsIn(page)).toEqual([])

    await page.getByLabel('E-mail address').fill(FOUNDER.email)
    await page.getByLabel(/^Password/).fill(FOUNDER.password)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByLabel('Team name').fill('Acme')
    await page.getByRole('button', { name: 'Create the team' }).click()
    await page.getByRole('button', { name: 'Create the wallet' }).click()
    await page.getByRole('button', { name: 'Use a sandbox key' }).click()
    await expect(page.getByText('at least 3, at most 15 credits')).toBeVisible()
    await page.getByRole('button', { name: 'Save and run the first page' }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await expect(page.getByText('15 credits').first()).toBeVisible()
    await expect(
      page.getByRole('table', { name: 'Runs, newest first' }).getByText('My first search'),
    ).toBeVisible()

    // The sandbox's key was made on the server and never shown: the sealed row is all there is of it.
    const [row] = await world.db.key.findMany()
    expect(row?.sealed).toMatch(/^v1\./)
    expect(await page.content()).not.toMatch(/xd_live_[^\s"<…]{5}/)
  })

  test('a key’s life on its page: refused with the reason, re-checked, disabled, reported, deleted', async ({
    page,
  }) => {
    const team = await makeFreshTeam(world)
    await team.admin.makeId('wallets/createWalletAction', { name: 'Main' })
    await enter(page, team.admin, '/keys')

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
    await expect(table).toContainText('Growth, 100/s')
    await table.getByRole('button', { name: /^Re-check/ }).click()
    await expect(page.getByText('The key works; its rate and balance are up to date.')).toBeVisible()
    await table.getByRole('button', { name: /^Disable/ }).click()
    await expect(table).toContainText('Disabled')
    await table.getByRole('button', { name: /^Enable/ }).click()
    await expect(table).toContainText('Active')
    await table.getByRole('button', { name: /^Report a leak/ }).click()
    await page.getByRole('button', { name: 'Disable and write the message' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
      /Please revoke it as soon as you can/,
    )
    await page
      .getByRole('dialog', { name: 'The key was disabled' })
      .getByRole('button', { name: 'Close' })
      .click()
    await expect(table).toContainText('Disabled')
    await table.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete the key' }).click()
    await expect(page.getByText('No keys yet')).toBeVisible()
    expect(await world.db.key.findMany({ where: { teamId: team.id } })).toMatchObject([{ sealed: null }])
  })
})

test('an admin invites; the member runs searches and sees usage, but not the admin’s buttons; and leaves', async ({
  page,
  browser,
  world,
  team,
  key: _,
}) => {
  const { admin } = team
  const adminsPage = await (await browser.newContext()).newPage()
  await enter(adminsPage, admin, '/members')
  await adminsPage.getByRole('button', { name: 'Create an invite link' }).click()
  const link = await adminsPage.getByText(/\/invite\//).innerText()

  await page.goto(link)
  await page.getByLabel('Your name').fill('Max Member')
  await page.getByLabel('E-mail address').fill(`max-${randomUUID()}@example.org`)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Join Acme' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  const goTo = async (place: string) => {
    // Who leaves a page while it still loads leaves it half made, and React complains of that.
    await untilAlive(page)
    await page
      .getByRole('navigation', { name: 'Team' })
      .getByRole('link', { name: place, exact: true })
      .click()
  }
  await goTo('Keys')
  await expect(page.getByRole('table', { name: 'Keys of the team' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Re-check|Delete|Check and add/ })).toHaveCount(0)
  await goTo('Members')
  await expect(page.getByRole('table', { name: 'People of the team' })).toBeVisible()
  await expect(page.getByRole('button', { name: /invite|Remove/ })).toHaveCount(0)

  await goTo('Searches')
  await page.getByRole('link', { name: 'New search' }).first().click()
  await page.getByLabel('Name').fill('Followers of Grace')
  await page.getByText('Followers', { exact: true }).click()
  await page.getByLabel('User').fill('grace')
  await page.getByRole('button', { name: 'Save the search' }).click()
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('200')
  // A reload goes on where it was.
  await page.reload()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('400')

  // Removed while signed in: the next click leads out.
  const member = await world.db.member.findFirstOrThrow({ where: { teamId: team.id, role: 'member' } })
  await admin.mustPerform('members/removeMemberAction', { memberId: member.id })
  await page.goto(team.at())
  await expect(page).toHaveURL(/\/sign-in/)
  await adminsPage.context().close()
})
