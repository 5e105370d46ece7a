import { addPerson } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter } from '../visits'

test('an admin creates a token, a program uses it as the API page says, and the token is revoked', async ({
  page,
  team,
  key,
}) => {
  const { admin } = team
  await enter(page, admin, '/settings')
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await settings.getByRole('link', { name: 'API and tokens' }).click()
  await expect(page.getByRole('heading', { name: 'API and tokens', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  const form = page.getByRole('dialog', { name: 'Create a token' })
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Nightly report')
  await page.getByLabel('Read wallets, statements, usage and the ledger').check()
  await form.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('status').filter({ hasText: 'shown only once' })
  const text = (await made.locator('code').textContent()) ?? ''
  expect(text).toMatch(/^pt_[A-Za-z0-9]{42}$/)
  await expect(made).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(made).toBeVisible()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(made).toHaveCount(0)
  const table = page.getByRole('region', { name: /^Table: Tokens of the team/ })
  await expect(table.getByText('Nightly report')).toBeVisible()
  await expectGoodPage(page, 'tokens')

  await expect(page.getByText(text)).toHaveCount(0)
  await page.getByRole('heading', { name: 'Wallets', level: 3 }).click()
  const wallets = page.locator('#listWallets')
  await wallets.locator('summary').click()
  const command = (await wallets.getByRole('region', { name: 'Request of the example' }).textContent()) ?? ''
  const [, path = ''] = /^curl "https?:\/\/[^/]+(\/[^"]+)"/.exec(command) ?? []
  await expectGoodPage(page, 'api')

  const ask = (there: string) =>
    fetch(`${admin.baseUrl}${there}`, { headers: { authorization: `Bearer ${text}` } })
  const answer = await ask(path)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ data: [{ id: key.walletId }], next: null })
  expect(answer.headers.get('ratelimit-policy')).toBe('"token";q=1200;w=60')
  expect((await ask('/api/v1/keys')).status).toBe(403)
  expect((await ask('/api/v1/wallets?colour=red')).status).toBe(400)

  await enter(page, admin, '/settings/api')
  await page.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('button', { name: 'Revoke the token' }).click()
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await expect.poll(async () => (await ask(path)).status, { timeout: 5000 }).toBe(401)
})

test('a viewer reads the API page, and cannot create tokens', async ({ page, team }) => {
  const viewer = await addPerson(team.admin, 'viewer')
  await enter(page, viewer, '/settings/api')
  await expect(page.getByRole('heading', { name: 'API and tokens', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create token' })).toHaveCount(0)
})
