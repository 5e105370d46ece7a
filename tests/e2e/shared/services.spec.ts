import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { addPerson, makeService } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter, visit } from '../visits'

const run = promisify(execFile)

test('an admin adds a service, creates a gateway key that is shown once, uses it, and revokes it', async ({
  page,
  world,
  team,
  key: _,
}) => {
  test.setTimeout(120_000)
  const { admin } = team
  await enter(page, admin, '/services')
  await expect(page.getByText('No services yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add service' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name/).fill('Importer')
  await dialog.getByRole('button', { name: 'Add service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Importer' })).toBeVisible()
  await page.getByRole('button', { name: 'Create gateway key' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(/^Own rate/).fill('fast')
  await drawer.getByRole('button', { name: 'Create gateway key' }).click()
  await expect(drawer.getByText('Use a whole number, or leave it empty.')).toBeVisible()
  await drawer.getByLabel(/^Own rate/).fill('50')
  await drawer.getByRole('button', { name: 'Create gateway key' }).click()
  const text = await drawer.locator('code').first().innerText()
  expect(text).toMatch(/^xd_live_pg[A-Za-z0-9]{30}$/)
  await expectGoodPage(page, 'services-new-key', { part: '[role=dialog]', axe: 'colours' })
  await drawer.getByRole('button', { name: 'I have copied it' }).click()
  await expect(drawer).toHaveCount(0)
  const keys = page.getByRole('region', { name: 'Gateway keys', exact: true })
  await expect(keys).toContainText(`${text.slice(0, 12)}…`)
  await expect(keys).toContainText('50 a second')
  await page.reload()
  expect(await page.content()).not.toContain(text.slice(12))

  const ask = () =>
    fetch(`${admin.baseUrl}/gateway/v1/users/ada/tweets?count=20`, { headers: { 'x-api-key': text } })
  expect((await ask()).status).toBe(200)
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toContainText(/last minute\s*1/)
  await visit(page, team.at('/services'))
  const row = page.getByRole('row').filter({ hasText: 'Importer' })
  await expect(row).toContainText('production')
  await expect(row.getByRole('cell').nth(5)).toHaveText('1')
  await row.getByRole('link', { name: 'Importer' }).click()
  await page.getByRole('button', { name: `Revoke ${text.slice(0, 12)}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke gateway key' }).click()
  await expect(keys).toContainText('No gateway keys yet')
  await expect.poll(async () => (await ask()).status, { timeout: 6000 }).toBe(401)

  await page.getByRole('button', { name: 'Actions for Importer' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete service' }).click()
  // The service is gone; its usage is not.
  await expect(page.getByRole('row').filter({ hasText: /Importer \(deleted/ })).toBeVisible()
  await visit(page, team.at('/usage?by=service'))
  await expect(page.getByRole('region', { name: 'Credits by service' })).toContainText('Importer (deleted')
  await page
    .getByRole('navigation', { name: 'Behind the chart' })
    .getByRole('link', { name: 'Ledger' })
    .click()
  const ledger = page.getByRole('region', { name: 'Ledger', exact: true })
  await expect(ledger).toContainText('Importer')
  expect(await world.db.ledgerEntry.count({ where: { teamId: team.id, principal: 'service' } })).toBe(1)
})

test('every example of “How to connect a service” runs unchanged, and the page tests the gateway', async ({
  page,
  world,
  team,
  key,
}) => {
  test.setTimeout(120_000)
  const { admin } = team
  const { gatewayKey, serviceId } = await makeService(admin, key.id)
  await enter(page, admin, '/services/connect')
  const examples = page.locator('[data-example]')
  await expect(examples).toHaveCount(3)
  const codes = await examples.evaluateAll((all) =>
    all.map((each) => [each.getAttribute('data-example') ?? '', each.textContent ?? ''] as const),
  )
  const options = { env: { ...process.env, GATEWAY_KEY: gatewayKey } }
  const runners: Readonly<Record<string, (code: string) => Promise<{ stdout: string }>>> = {
    curl: (code) => run('bash', ['-c', code], options),
    TypeScript: (code) => run(process.execPath, ['--input-type=module', '--eval', code], options),
    Python: (code) => run('python3', ['-c', code], options),
  }
  let bought = 0
  for (const [name, code] of codes) {
    const program = name === 'Python' ? 'python3' : name === 'curl' ? 'curl' : process.execPath
    const isHere = await run('which', [program]).then(
      () => true,
      () => false,
    )
    if (!isHere) continue
    const { stdout } = (await runners[name]?.(code)) ?? { stdout: '' }
    const page = z.looseObject({ tweets: z.array(z.unknown()) }).parse(JSON.parse(stdout))
    expect({ name, items: page.tweets.length }).toEqual({ name, items: 20 })
    bought++
  }
  expect(bought).toBeGreaterThanOrEqual(2)
  const ofService = { where: { teamId: team.id, principal: 'service', principalId: serviceId } }
  expect(await world.db.ledgerEntry.count(ofService)).toBe(bought)

  // The page also names the gateway's own port, which answers the same.
  const own = await page.getByText('Or the gateway’s own port').locator('code').innerText()
  expect(new URL(own).port).not.toBe(new URL(admin.baseUrl).port)
  expect((await fetch(`${own}/v1/me`, { headers: { 'x-api-key': gatewayKey } })).status).toBe(200)

  await page.getByRole('button', { name: 'Test gateway key' }).click()
  await expect(page.getByRole('status')).toContainText('Paste a gateway key first.')
  await page.getByRole('textbox', { name: 'Gateway key' }).fill(gatewayKey)
  await page.getByRole('button', { name: 'Test gateway key' }).click()
  await expect(page.getByText('It works: the gateway answered.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What came back' })).toContainText('key_prefix')
  expect(await world.db.ledgerEntry.count(ofService)).toBe(bought)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectGoodPage(page, 'connect-phone')
})

test('a found gateway key is recognized on the page Keys and revoked', async ({ page, world, team, key }) => {
  const { admin } = team
  const { gatewayKey, gatewayKeyId } = await makeService(admin, key.id)
  await enter(page, admin, '/keys')
  await page.getByRole('button', { name: 'Report a leaked key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^The key you found/).fill(`xd_live_${'a'.repeat(32)}`)
  await dialog.getByRole('button', { name: 'Find the key' }).click()
  await expect(dialog).toContainText('This is not a key of this team.')
  await dialog.getByLabel(/^The key you found/).fill(gatewayKey)
  await dialog.getByRole('button', { name: 'Find the key' }).click()
  await expect(dialog).toContainText('is a gateway key of the service Importer. It was never used.')
  await expect(dialog).toContainText('Importer made 0 calls')
  await expectGoodPage(page, 'found-key', { part: '[role=dialog]', axe: 'colours' })
  await dialog.getByRole('button', { name: 'Revoke gateway key' }).click()
  await expect(dialog).toHaveCount(0)
  const row = await world.db.gatewayKey.findUniqueOrThrow({ where: { id: gatewayKeyId } })
  expect(row.revokedAt).not.toBeNull()

  // It is refused as an upstream key.
  await page.getByRole('button', { name: 'Add key' }).click()
  await dialog.getByLabel(/^Key/).fill(gatewayKey)
  await dialog.getByRole('button', { name: 'Check and add the key' }).click()
  await expect(dialog).toContainText('This is a key of Purser’s own gateway.')
})

test('a member sees services and their usage, and changes nothing; a phone shows all of it', async ({
  page,
  world,
  team,
  key,
}) => {
  test.setTimeout(90_000)
  const { serviceId } = await makeService(team.admin, key.id)
  await team.admin.mustPerform('budgets/createBudgetAction', {
    ...{ name: 'Importer a day', scope: 'service', scopeId: serviceId, unit: 'items', period: 'day' },
    ...{ amount: '1000', stops: true, tellsAt: [80] },
  })
  // A budget of the service's key counts its calls among others.
  await team.admin.mustPerform('budgets/createBudgetAction', {
    ...{ name: 'The key a week', scope: 'key', scopeId: key.id, unit: 'items', period: 'week' },
    ...{ amount: '2000', stops: true, tellsAt: [80] },
  })
  const member = await addPerson(team.admin, 'member')
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, member, '/services')
  const change = /^(Add service|Create gateway key|Revoke|Actions for|Create budget)/
  await expect(page.getByRole('link', { name: 'Importer' })).toBeVisible()
  await expect(page.getByRole('button', { name: change })).toHaveCount(0)
  await expectGoodPage(page, 'services-phone')
  await visit(page, team.at(`/services/${serviceId}`))
  const budgets = page.getByRole('region', { name: 'Budgets', exact: true })
  await expect(budgets).toContainText('Importer a day')
  await expect(budgets).toContainText('2,000 items left this week, then stops calls')
  await expect(page.getByRole('button', { name: change })).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectGoodPage(page, 'service-phone')
  expect(await world.db.budget.count({ where: { scope: 'service', scopeId: serviceId } })).toBe(1)
})
