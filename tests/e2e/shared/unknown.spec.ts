import { expect, test } from '../fixtures'
import { enter } from '../visits'

test('a call whose answer was lost is listed with what it may have cost, and an admin notes what became of it', async ({
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

  await enter(page, admin, '/wallets')
  const card = page.getByRole('region', { name: 'Unknown calls' })
  await expect(card).toContainText('It was charged for at most 50 items (10 credits), or not at all.')
  await card.getByRole('button', { name: 'Resolve Coffee, page 1' }).click()
  await card.getByText('It was charged', { exact: true }).click()
  await card.getByRole('button', { name: 'Resolve' }).click()
  await expect(card.getByText('Say how you know.')).toBeVisible()
  await card.getByLabel('Items').fill('50')
  await card.getByLabel('How do you know?').fill('The operator’s list of calls')
  await card.getByRole('button', { name: 'Resolve' }).click()
  // Nothing is left to do: it is one line, and told when that is opened.
  await expect(card).toContainText('None is open.')
  await expect(card.getByText('Charged for 50 items')).toBeHidden()
  await card.getByText('1 resolved call').click()
  await expect(card.getByText('Charged for 50 items')).toBeVisible()
  await expect(card).toContainText(
    'Charged for 50 items, 10 credits: “The operator’s list of calls” (Ada Founder',
  )
  await expect(card.getByRole('button', { name: 'Resolve' })).toHaveCount(0)
  // It was: the service says so itself.
  expect((await world.operator.wallet(key.sandboxWallet)).keys[0]).toMatchObject({
    items: 50,
    deliveredItems: 0,
  })
})
