import type { Page } from '@playwright/test'
import { addPerson } from '../../support/story'
import { expect, test } from '../fixtures'
import { enter, visit } from '../visits'

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a budget is created, stops a run at its amount, is raised on request, and is deleted', async ({
  page,
  world,
  team,
  key: _,
}) => {
  test.setTimeout(120_000)
  const { admin } = team
  const searchId = await admin.makeId('searches/createSearchAction', {
    name: 'Coffee',
    operation: 'search',
    subject: 'coffee',
    shared: true,
  })

  await enter(page, admin, '/budgets')
  await expect(page.getByText('No budgets yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create budget' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Budget name').fill('Try-outs')
  await choose(page, 'For', 'An environment')
  await choose(page, 'Which one', 'production')
  await choose(page, 'Unit', 'Items')
  await choose(page, 'Per', 'a day')
  await page.getByLabel('Amount, in items').fill('a few')
  await form.getByRole('button', { name: 'Create budget' }).click()
  await expect(page.getByText('Enter a number, such as 150 or 0.5.')).toBeVisible()
  await expect(page.getByLabel('Budget name')).toHaveValue('Try-outs')
  await page.getByLabel('Amount, in items').fill('120')
  await page.getByRole('button', { name: 'Preview effect on forecast' }).click()
  await expect(page.getByText(/^This does not change a forecast/)).toBeVisible()
  await form.getByRole('button', { name: 'Create budget' }).click()
  const card = page
    .getByRole('table', { name: /^Budgets/ })
    .getByRole('row')
    .filter({ hasText: 'Try-outs' })
  await expect(card).toContainText(/120 items a day.*warns at 80% · stops at 120 items/)
  await expect(card).toContainText('120 left')
  await expect(card).toContainText('production')

  // Two pages of 50 fit; the third is not even requested.
  await visit(page, team.at(`/searches/${searchId}`))
  await expect(
    page.getByText('1 budget can stop this run: “Try-outs” has 120 items left today.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Run first page' }).click()
  const more = page.getByRole('button', { name: 'Next page', exact: true })
  await more.click()
  await expect
    .poll(() => world.db.ledgerEntry.count({ where: { teamId: team.id, outcome: 'SETTLED' } }))
    .toBe(2)
  await more.click()
  const stop = page.getByRole('alert').filter({ hasText: 'A budget stops it' })
  await expect(stop).toContainText(
    '“Try-outs” stops here: 20 items left, and the next page may need 50 items.',
  )
  await expect(stop).toContainText('It was not charged.')
  expect(await world.db.attempt.count({ where: { teamId: team.id } })).toBe(2)

  // A member sees the same, and asks for more.
  const member = await addPerson(admin, 'member')
  await member.mustPerform('budgets/askForRaiseAction', {
    budgetId: (await world.db.budget.findFirstOrThrow({ where: { teamId: team.id } })).id,
    amount: '100',
    reason: 'The launch on Monday',
  })
  await stop.getByRole('link', { name: 'Open the budgets' }).click()
  const requests = page.getByRole('region', { name: 'Raises asked for' })
  await expect(requests).toContainText('asks for 100 items more in “Try-outs”')
  await expect(requests).toContainText('The launch on Monday')
  await expect(page.getByText('Waiting for an admin')).toHaveCount(0)
  const until = requests.getByLabel(/^Last day/)
  await expect(until).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await until.fill('2099-12-31')
  await requests.getByRole('button', { name: 'Grant the raise of A member' }).click()
  await expect(requests).toHaveCount(0)
  await expect(card).toContainText('stops at 220 items')
  await expect(page.getByRole('region', { name: 'Requests for more', exact: true })).toContainText(
    'Granted by Ada Founder',
  )

  await card.getByRole('button', { name: 'Change Try-outs' }).click()
  await page.getByRole('dialog').getByLabel('Amount, in items').fill('50')
  await page.getByRole('dialog').getByRole('button', { name: 'Save budget' }).click()
  const saved = { teamId: team.id, amount: 50n }
  await expect.poll(() => world.db.budget.count({ where: saved }), 'the new amount is stored').toBe(1)
  await expect(card).toContainText('stops at 150 items')
  await card.getByRole('button', { name: 'Actions for Try-outs' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete budget' }).click()
  await expect(page.getByText('No budgets yet')).toBeVisible()
  const noted = { teamId: team.id, action: { startsWith: 'budget.' } }
  expect(await world.db.auditEntry.count({ where: noted })).toBe(5)
})

test('a run stops at the cap that its member set', async ({ page, team: { admin }, key: _ }) => {
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await enter(page, admin, `/searches/${searchId}`)
  await page.getByLabel('Stop after (items)').fill('120')
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('50')
  await page.getByRole('button', { name: 'Next page', exact: true }).click()
  // A page may bring 50 items whatever count is requested, and only 20 are left.
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('100')
  await expect(page.getByText('The run has reached its cap')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page', exact: true })).toHaveCount(0)
})
