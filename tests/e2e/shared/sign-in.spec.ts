import type { Browser, Page } from '@playwright/test'
import { FOUNDER, type TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import { visit } from '../visits'

/** These pages are refused on purpose, which the browser writes to its console: none is the fixture’s, which forbids it. */
async function newVisitor(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

async function tryOnPage(page: Page, { baseUrl, email }: TeamClient, password: string, query = '') {
  await visit(page, `${baseUrl}/sign-in${query}`)
  // Who comes here types at once.
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('no address leads elsewhere after signing in', async ({ browser, team: { admin } }) => {
  const page = await newVisitor(browser)
  for (const form of ['/%09/127.0.0.1:9/x', '/%0a/127.0.0.1:9/x', '/%0d/127.0.0.1:9/x', '//127.0.0.1:9/x']) {
    await page.context().clearCookies()
    await tryOnPage(page, admin, FOUNDER.password, `?callbackUrl=${form}`)
    await page.waitForURL(`${admin.baseUrl}/${admin.team}`)
    // Signed in already, the server answers itself.
    await page.goto(`${admin.baseUrl}/sign-in?callbackUrl=${form}`)
    await expect(page).toHaveURL(`${admin.baseUrl}/${admin.team}`)
  }
})

test('the form says what became of a try, and too many tries do not keep out the owner', async ({
  browser,
  team: { admin },
}) => {
  // Fourteen passwords are checked, each of which is slow on purpose.
  test.setTimeout(180_000)
  const page = await newVisitor(browser)
  await tryOnPage(page, admin, FOUNDER.password)
  await page.waitForURL(`${admin.baseUrl}/${admin.team}`)

  await page.context().clearCookies({ name: 'purser.session' })
  const known = await page.context().storageState()
  await tryOnPage(page, admin, 'not the password')
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'E-mail address and password do not match.',
  )
  await expect(page.getByLabel(/^Password/)).toBeFocused()

  const stranger = await newVisitor(browser)
  const told = stranger.locator('form').getByRole('alert')
  for (let n = 0; n < 10; n++) {
    await tryOnPage(stranger, admin, 'not the password')
    await expect(told).toHaveText('E-mail address and password do not match.')
  }
  await tryOnPage(stranger, admin, FOUNDER.password)
  await expect(told).toHaveText(/Too many passwords were tried. Try again in 1\d minutes/)

  // The owner's own browser is not kept out.
  const own = await (await browser.newContext({ storageState: known })).newPage()
  await tryOnPage(own, admin, FOUNDER.password)
  await own.waitForURL(`${admin.baseUrl}/${admin.team}`)
})

test('while the database fails nobody is told of a wrong password, and nobody is signed out', async ({
  browser,
  world,
  team: { admin },
}) => {
  const page = await newVisitor(browser)
  await world.db.$executeRawUnsafe('ALTER TABLE "TryCount" RENAME TO "Away"')
  await tryOnPage(page, admin, FOUNDER.password)
  await expect(page.locator('form').getByRole('alert')).toHaveText(/cannot check passwords at present/)
  await world.db.$executeRawUnsafe('ALTER TABLE "Away" RENAME TO "TryCount"')
  expect(world.server.lines.join('\n')).toContain('sign-in failed')

  await world.db.$executeRawUnsafe('ALTER TABLE "Session" RENAME TO "Away"')
  expect(await admin.perform('wallets/createWalletAction', { name: 'Main' })).toMatchObject({
    serverError: { code: 'unavailable', message: expect.stringContaining('still signed in') },
  })
  await admin.fetch('/api/auth/session')
  await world.db.$executeRawUnsafe('ALTER TABLE "Away" RENAME TO "Session"')
  expect(await admin.perform('wallets/createWalletAction', { name: 'Main' })).toMatchObject({
    status: 200,
    data: {},
  })
  expect(world.server.lines.join('\n')).toContain('a session could not be checked')
})
