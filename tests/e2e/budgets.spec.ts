import type { Page } from '@playwright/test'
import { addPerson, FOUNDER, foundTeam, type TeamClient } from '../support/story'
import { expect, test } from './fixtures'
import { closeAfter, openWorld, type World } from './world'

let world: World
let admin: TeamClient
test.beforeEach(async () => {
  world = await openWorld()
  admin = await foundTeam(world.server.baseUrl)
})
test.afterEach(({ page }) => closeAfter(page, world))

const at = (path: string) => world.server.baseUrl + path

async function signIn(page: Page, email: string, path: string): Promise<void> {
  await page.goto(at(`/sign-in?callbackUrl=${path}`))
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a budget is made, stops a run at its amount, is raised on request, and is archived', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const environment = await world.db.environment.findFirstOrThrow()
  await admin.mustPerform('keys/addSandboxKeyAction', { walletId, environmentId: environment.id })
  const searchId = await admin.makeId('searches/createSearchAction', {
    name: 'Coffee',
    operation: 'search',
    subject: 'coffee',
    shared: true,
  })

  await signIn(page, FOUNDER.email, '/acme/budgets')
  await expect(page.getByText('No budgets yet')).toBeVisible()
  await page.getByLabel('Budget name').fill('Try-outs')
  await choose(page, 'For', 'An environment')
  await choose(page, 'Which one', environment.name)
  await page.getByLabel('Amount, in items').fill('a few')
  await page.getByRole('button', { name: 'Make the budget' }).click()
  await expect(page.getByText('Enter a whole number of items, such as 2000.')).toBeVisible()
  await expect(page.getByLabel('Budget name')).toHaveValue('Try-outs')
  await page.getByLabel('Amount, in items').fill('120')
  await page.getByRole('button', { name: 'Show what it does to the forecast' }).click()
  await expect(page.getByText(/^It moves no forecast/)).toBeVisible()
  await page.getByRole('button', { name: 'Make the budget' }).click()
  const card = page.getByRole('region', { name: 'Try-outs', exact: true })
  await expect(card).toContainText('120 items a day · tells at 80 % · stops at 120 items')
  await expect(card).toContainText(environment.name)

  // Two pages of 50 fit, the third is not even asked for.
  await page.goto(at(`/acme/searches/${searchId}`))
  await expect(page.getByText('1 budget can stop it: “Try-outs” leaves 120 items.')).toBeVisible()
  await page.getByRole('button', { name: 'Run first page' }).click()
  const more = page.getByRole('button', { name: 'Next page' })
  await more.click()
  await expect.poll(() => world.db.ledgerEntry.count({ where: { outcome: 'SETTLED' } })).toBe(2)
  await more.click()
  const stop = page.getByRole('alert').filter({ hasText: 'A budget stops it' })
  await expect(stop).toContainText(
    '“Try-outs” stops here: 20 items left, and the next page may need 50 items.',
  )
  await expect(stop).toContainText('It was not charged.')
  expect(await world.db.attempt.count()).toBe(2)

  // A member sees the same, and asks for more.
  const member = await addPerson(admin, 'member')
  await member.mustPerform('budgets/askForRaiseAction', {
    budgetId: (await world.db.budget.findFirstOrThrow()).id,
    amount: '100',
    reason: 'The launch on Monday',
  })
  await stop.getByRole('link', { name: 'Open the budgets' }).click()
  const requests = page.getByRole('region', { name: 'Requests' })
  await expect(requests).toContainText('asks for 100 items more than Try-outs')
  await expect(requests).toContainText('The launch on Monday')
  await requests.getByLabel(/^Last day/).fill('2099-12-31')
  await requests.getByRole('button', { name: 'Grant' }).click()
  await expect(requests).toHaveCount(0)
  await expect(card).toContainText('stops at 220 items')
  await expect(card.getByRole('table')).toContainText('Granted by Ada Founder')

  await card.getByRole('button', { name: 'Change Try-outs' }).click()
  await card.getByLabel('Amount, in items').fill('50')
  await card.getByRole('button', { name: 'Save the budget' }).click()
  await expect(card).toContainText('stops at 150 items')
  await card.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('No budgets yet')).toBeVisible()
  expect(await world.db.auditEntry.count({ where: { action: { startsWith: 'budget.' } } })).toBe(5)
})

test('a run stops at the cap that its member set', async ({ page }) => {
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const { id: environmentId } = await world.db.environment.findFirstOrThrow()
  await admin.mustPerform('keys/addSandboxKeyAction', { walletId, environmentId })
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await signIn(page, FOUNDER.email, `/acme/searches/${searchId}`)
  await page.getByLabel('Stop after (items)').fill('80')
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('50')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('80')
  await expect(page.getByText('The run has come to the cap that was set for it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveCount(0)
})
