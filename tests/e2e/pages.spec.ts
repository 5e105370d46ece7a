import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { PAGES, type Things } from '../support/access-table'
import { addPerson, FOUNDER, foundTeam, makeBudget, type TeamClient } from '../support/story'
import { expect, test } from './fixtures'
import { openWorld, type World } from './world'

/** Every page, as it is with something on it: no violation of WCAG, no sideways scroll, light and dark, wide and narrow. */

let world: World
let admin: TeamClient
let things: Things

test.beforeAll(async () => {
  world = await openWorld()
  admin = await foundTeam(world.server.baseUrl)
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const { id: environmentId } = await world.db.environment.findFirstOrThrow()
  const keyId = await admin.makeId('keys/addSandboxKeyAction', { walletId, environmentId })
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const runId = crypto.randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId })
  await addPerson(admin, 'member')
  await admin.mustPerform('members/createInviteAction', { role: 'viewer', email: 'eve@example.org' })
  const [{ id: memberId }, { id: inviteId }] = await Promise.all([
    world.db.member.findFirstOrThrow(),
    world.db.invite.findFirstOrThrow(),
  ])
  const budget = await makeBudget(admin, world.db)
  await admin.mustPerform('alerts/createChannelAction', {
    name: 'Ops',
    kind: 'email',
    address: 'ops@example.org',
  })
  const parameters = { percent: '10', credits: '1000000' }
  await admin.mustPerform('alerts/changeSettingAction', { kind: 'low_balance', enabled: true, parameters })
  await expect.poll(() => world.db.alert.count(), { timeout: 40_000 }).toBeGreaterThan(0)
  things = { walletId, environmentId, keyId, searchId, runId, memberId, inviteId, ...budget }
})
test.afterAll(() => world?.close())

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 800 } }

async function signIn(page: Page): Promise<void> {
  await page.goto(`${world.server.baseUrl}/sign-in`)
  await page.getByLabel('E-mail address').fill(FOUNDER.email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/** Everything that was loading has come: nothing says that it is busy. */
const settled = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function expectGoodPage(page: Page, path: string): Promise<void> {
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const told = violations.map(({ id, nodes }) => ({
    path,
    id,
    at: nodes.map(({ html }) => html.slice(0, 160)),
  }))
  expect(told).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect({ path, overflow: Math.max(0, overflow) }).toEqual({ path, overflow: 0 })
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test(`every page of a team, ${colorScheme}, ${size}`, async ({ page }, info) => {
      test.setTimeout(180_000)
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await signIn(page)
      for (const [file, { path, needs }] of Object.entries(PAGES)) {
        if (needs === 'visitor') continue
        const there = path(admin.team, things)
        await page.goto(world.server.baseUrl + there)
        await expectGoodPage(page, there)
        const name =
          file.replace(/^app\/\(dashboard\)\/\[team\]\/|\/?page\.tsx$/g, '').replaceAll('/', '-') ||
          'overview'
        await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
      }
    })

    test(`the pages before a team, ${colorScheme}, ${size}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      const { token } = (await admin.mustPerform('members/createInviteAction', { role: 'member' })) as {
        token: string
      }
      for (const path of ['/sign-in', `/invite/${token}`]) {
        await page.goto(world.server.baseUrl + path)
        await expectGoodPage(page, path)
      }
    })
  }
}
