import { addPerson, makeTeam } from '../../support/story'
import { expect, test } from '../fixtures'
import { enter, visit } from '../visits'

test('a missing page says so within the team’s frame', async ({ browser, team: { admin } }) => {
  // A context without the fixture's check, because the browser logs a 404 as an error.
  const context = await browser.newContext()
  const page = await context.newPage()
  // Objects that no longer exist, and mistyped addresses.
  const things = ['runs', 'searches', 'wallets', 'keys', 'services'].map(
    (kind) => `/${kind}/${crypto.randomUUID()}`,
  )
  for (const path of [...things, '/nonsense', '/usage/nonsense']) {
    await enter(page, admin, path)
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
    await expect(page).toHaveTitle('Not found · Purser')
    await page.getByRole('link', { name: 'Searches', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Searches' })).toBeVisible()
  }
  // A program gets JSON, not a redirect to the sign-in page.
  const ofApi = await fetch(`${admin.baseUrl}/api/nonsense`, { redirect: 'manual' })
  expect([ofApi.status, await ofApi.json()]).toMatchObject([404, { error: 'not_found' }])
  await context.close()
})

test('the link back is above the title; the account page leads back to the last team', async ({
  page,
  team: { admin },
  key,
}) => {
  await enter(page, admin, `/keys/${key.id}`)
  await page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'All keys' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Keys' })).toBeVisible()
  // First by name, but not the team that was open.
  await makeTeam(admin, admin.email, 'Aardvark')
  await visit(page, `${admin.baseUrl}/account`)
  await page.getByRole('link', { name: 'Back to Acme' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page).toHaveURL(`${admin.baseUrl}/${admin.team}`)
})

test('a drawer opens with the focus in its first field, a confirmation with it on Cancel', async ({
  page,
  team: { admin },
}) => {
  await admin.mustPerform('budgets/createBudgetAction', {
    ...{ name: 'Everyday', scope: 'team', unit: 'items', period: 'day', amount: '500' },
    ...{ stops: true, tellsAt: [80] },
  })
  await enter(page, admin, '/budgets')
  await page.getByRole('button', { name: 'Create budget' }).click()
  await expect(page.getByLabel('Budget name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create budget' })).toBeFocused()
  await page.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
})

test('a dialog opened from a menu returns the focus to the menu’s button', async ({
  page,
  team: { admin },
  key: _,
}) => {
  await enter(page, admin, '/wallets')
  const menu = page.getByRole('button', { name: /^Actions for / }).first()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('a person who may only read a provider sees values and no fields', async ({ page, team: { admin } }) => {
  await enter(page, await addPerson(admin, 'viewer'), '/settings/provider')
  await page.getByRole('button', { name: 'Advanced' }).click()
  await expect(page.getByText('Admins change this. It applies to every call of the team.')).toBeVisible()
  await expect(page.getByText('/v1/search', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0)
})

test('a request raises the alert count, is listed under “Needs you”, and links to its budget', async ({
  page,
  team: { admin },
}) => {
  const member = await addPerson(admin, 'member')
  const budget = { scope: 'team', unit: 'items', period: 'day', amount: '500', stops: true, tellsAt: [80] }
  await admin.mustPerform('budgets/createBudgetAction', { ...budget, name: 'First' })
  const budgetId = await admin.makeId('budgets/createBudgetAction', { ...budget, name: 'Second' })
  await member.mustPerform('budgets/askForRaiseAction', { budgetId, amount: '50', reason: 'A launch' })
  await enter(page, admin)
  await expect(page.getByRole('region', { name: 'Needs you (1)' })).toContainText('in “Second”')
  await page.getByRole('link', { name: 'Alerts: 1 open' }).click()
  // Wait for the new page, because the overview has a link with the same name.
  await expect(page).toHaveURL(/\/alerts$/)
  await page.getByRole('link', { name: 'A member asks for 50 items more in “Second”' }).click()
  await expect(page).toHaveURL(new RegExp(`/budgets#${budgetId}$`))
  await expect(page.locator(`[id="${budgetId}"]`)).toBeInViewport()
  await enter(page, member)
  await expect(page.getByRole('link', { name: 'Alerts: none open' })).toBeVisible()
})
