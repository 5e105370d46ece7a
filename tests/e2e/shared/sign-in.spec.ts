import type { Browser, Page } from '@playwright/test'
import { FOUNDER, type TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import { visit } from '../visits'

/** Opens a page without the fixture's check, because the browser logs these intended refusals. */
async function newVisitor(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

async function tryOnPage(page: Page, { baseUrl, email }: TeamClient, password: string, query = '') {
  await visit(page, `${baseUrl}/sign-in${query}`)
  // A person can type at once.
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('no callback address leads to another site after signing in', async ({ browser, team: { admin } }) => {
  const page = await newVisitor(browser)
  for (const form of ['/%09/127.0.0.1:9/x', '/%0a/127.0.0.1:9/x', '/%0d/127.0.0.1:9/x', '//127.0.0.1:9/x']) {
    await page.context().clearCookies()
    await tryOnPage(page, admin, FOUNDER.password, `?callbackUrl=${form}`)
    await page.waitForURL(`${admin.baseUrl}/${admin.team}`)
    // A person who is signed in already is redirected by the server.
    await page.goto(`${admin.baseUrl}/sign-in?callbackUrl=${form}`)
    await expect(page).toHaveURL(`${admin.baseUrl}/${admin.team}`)
  }
})

test('the form says how a try ended, and too many tries do not lock out the owner', async ({
  browser,
  team: { admin },
}) => {
  // Checks fourteen passwords, which is slow by design.
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
  await expect(told).toHaveText(/Too many failed attempts. Try again in 1\d minutes/)

  // The owner's own browser is not locked out.
  const own = await (await browser.newContext({ storageState: known })).newPage()
  await tryOnPage(own, admin, FOUNDER.password)
  await own.waitForURL(`${admin.baseUrl}/${admin.team}`)
})

test('while the database fails, no password is called wrong and nobody is signed out', async ({
  browser,
  world,
  team: { admin },
}) => {
  const page = await newVisitor(browser)
  await world.db.$executeRawUnsafe('ALTER TABLE "TryCount" RENAME TO "Away"')
  await tryOnPage(page, admin, FOUNDER.password)
  await expect(page.locator('form').getByRole('alert')).toHaveText(/cannot check passwords right now/)
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
