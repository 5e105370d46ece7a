import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter } from '../visits'

test('a lost call is listed with what it may have cost, and an admin resolves it', async ({
  page,
  world,
  team: { admin },
  key,
}) => {
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await world.operator.setFault({ name: 'reset-after-charge' })
  await admin.mustPerform('runs/startRunAction', { runId: crypto.randomUUID(), searchId, keyId: key.id })
  await world.operator.setFault(null)

  await enter(page, admin)
  await page.getByRole('link', { name: /^Resolve: 1 unknown call/ }).click()
  await expect(page.getByRole('heading', { name: 'Unresolved calls', level: 1 })).toBeVisible()
  const card = page.locator('#main')
  await expect(card.getByRole('row', { name: /Coffee/ })).toContainText('10 credits')
  await expect(card.getByRole('button', { name: 'Resolve' })).toBeDisabled()
  await card.getByRole('checkbox', { name: /Select Coffee/ }).check()
  await expectGoodPage(page, 'resolve')
  await card.getByRole('button', { name: 'Resolve 1 call' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'As the balance shows' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'It was charged' }).check()
  await expect(dialog.getByLabel('Items')).toHaveValue('50')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog.getByText('Say how you know.')).toBeVisible()
  await dialog.getByLabel('How do you know?').fill('The operator’s list of calls')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  // With nothing left to do, resolved calls are folded into one line.
  await expect(card).toContainText('No unresolved calls')
  await expect(card.getByText('Charged for 50 items')).toBeHidden()
  await card.getByText('1 resolved call').click()
  await expect(card.getByText('Charged for 50 items')).toBeVisible()
  await expect(card).toContainText(
    'Charged for 50 items, 10 credits: “The operator’s list of calls” (Ada Founder',
  )
  await expect(card.getByRole('button', { name: 'Resolve' })).toHaveCount(0)
  // The service's own count confirms the charge.
  expect((await world.operator.wallet(key.sandboxWallet)).keys[0]).toMatchObject({
    items: 50,
    deliveredItems: 0,
  })
})
