import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter, visit } from '../visits'

test('an admin enters once what credits cost; money is shown beside them on every page until the team turns it off', async ({
  page,
  team,
  key,
}) => {
  const { admin } = team
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const runId = crypto.randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId: key.id })

  await enter(page, admin, '/settings/money')
  await page.getByLabel('Currency').fill('EUR')
  await page.getByRole('button', { name: 'Save money' }).click()
  await page.getByRole('button', { name: 'Add top-up' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Credits').fill('1000000')
  await form.getByLabel('Cost (EUR)').fill('500000')
  await form.getByRole('button', { name: 'Add top-up' }).click()
  await expect(page.getByRole('cell', { name: '€500.00' })).toBeVisible()
  await expectGoodPage(page, 'prices-and-money')

  // A page of 50 items costs 10 credits, and one credit is half a euro.
  await visit(page, team.at(''))
  await expect(page.getByRole('region', { name: 'Spent', exact: true })).toContainText('€5.00')
  await visit(page, team.at('/usage'))
  await expect(page.locator('#main')).toContainText('credits · €5.00')
  await expect(page.getByRole('columnheader', { name: 'EUR' })).toBeVisible()
  await visit(page, team.at('/wallets'))
  await expect(page.getByRole('row', { name: /^Main/ })).toContainText('€')
  await visit(page, team.at(`/runs/${runId}`))
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('10 credits · €5.00')
  await visit(page, team.at(`/searches/${searchId}`))
  await expect(page.getByText('for 10 credits, €5.00')).toBeVisible()

  await visit(page, team.at('/settings/money'))
  await page.getByRole('switch', { name: 'Show money beside credits' }).click()
  await page.getByRole('button', { name: 'Save money' }).click()
  await expect(page.getByText('The settings were saved.')).toBeVisible()
  await visit(page, team.at(`/runs/${runId}`))
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('10 credits')
  await expect(page.locator('#main')).not.toContainText('€')
})
