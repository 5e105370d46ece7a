import { systemClock } from '@/lib/kernel'
import { checkFigures } from '@/lib/money/ledger'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { layoutFaultsOf } from '../layout'
import { openWorld, type World } from '../world'

const PERSON = { name: 'Ada Founder', email: 'ada@example.org', password: 'correct horse battery staple' }

let world: World

test.beforeAll(async () => {
  world = await openWorld()
})
test.afterAll(() => world?.close())

test('example data: loaded with one click, marked on every page, adds up, and removed with one click', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const at = (path: string) => world.server.baseUrl + path
  await page.goto(at('/'))
  await page.getByRole('textbox', { name: 'Your name' }).fill(PERSON.name)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(PERSON.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  const began = performance.now()
  await page.getByRole('button', { name: 'Load example data' }).click()
  await expect(page).toHaveURL(at('/example'), { timeout: 150_000 })
  console.log(`Example data: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const path of ['', '/usage', '/wallets', '/budgets', '/keys', '/runs', '/members']) {
    await page.goto(at(`/example${path}`))
    await expect(page.getByRole('button', { name: 'Example data' })).toBeVisible()
  }
  await test.step('its chip has contrast, and its runs are well laid out on a phone', async () => {
    await expectGoodPage(page, 'example', { axe: 'colours' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(at('/example/runs'))
    await expect(page.getByRole('link', { name: /^Run of/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Example data' })).toBeVisible()
    expect(await layoutFaultsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  const told: string[] = []
  const onDifference = (line: string) => void told.push(line)
  await checkFigures({ db: world.db, clock: systemClock, teamId: await teamId('example'), onDifference })
  expect(told).toEqual([])

  await page.getByRole('button', { name: 'Example data' }).click()
  await expect(page.getByRole('dialog')).toContainText('Everything here is made up')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the example' }).click()
  await expect(page).toHaveURL(at('/setup'))
  await expect.poll(() => world.db.team.count(), { timeout: 60_000 }).toBe(0)
  expect(await world.db.user.count()).toBe(1)
})

const teamId = async (slug: string): Promise<string> =>
  (await world.db.team.findUniqueOrThrow({ where: { slug } })).id
