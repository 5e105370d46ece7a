import { FOUNDER, foundTeam, type TeamClient } from '../support/story'
import { expect, test } from './fixtures'
import { closeAfter, openWorldWithUpstream } from './world'

let world: Awaited<ReturnType<typeof openWorldWithUpstream>>
let admin: TeamClient
test.beforeEach(async () => {
  world = await openWorldWithUpstream()
  admin = await foundTeam(world.server.baseUrl)
})
test.afterEach(({ page }) => closeAfter(page, world))

test('a call whose answer was lost is listed with what it may have cost, and an admin notes what became of it', async ({
  page,
}) => {
  const upstreamWallet = await world.operator.createWallet({ name: 'Acme', balance: '1000', pack: 'Growth' })
  const key = await world.operator.createKey(upstreamWallet)
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const { id: environmentId } = await world.db.environment.findFirstOrThrow()
  const keyId = await admin.makeId('keys/addKeyAction', { key, walletId, environmentId })
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await world.operator.setFault({ name: 'reset-after-charge' })
  await admin.mustPerform('runs/startRunAction', { runId: crypto.randomUUID(), searchId, keyId })
  await world.operator.setFault(null)

  await page.goto(`${world.server.baseUrl}/sign-in?callbackUrl=/acme/wallets`)
  await page.getByLabel('E-mail address').fill(FOUNDER.email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const card = page.getByRole('region', { name: 'Unknown calls' })
  await expect(card).toContainText('It was charged for at most 50 items (10 credits), or not at all.')
  await card.getByText('It was charged', { exact: true }).click()
  await card.getByRole('button', { name: 'Resolve' }).click()
  await expect(card.getByText('Say how you know.')).toBeVisible()
  await card.getByLabel('Items').fill('50')
  await card.getByLabel('How you know').fill('The operator’s list of calls')
  await card.getByRole('button', { name: 'Resolve' }).click()
  await expect(card).toContainText(
    'Charged for 50 items, 10 credits: “The operator’s list of calls” (Ada Founder',
  )
  await expect(card.getByRole('button', { name: 'Resolve' })).toHaveCount(0)
  // It was: the service says so itself.
  expect((await world.operator.wallet(upstreamWallet)).keys[0]).toMatchObject({
    items: 50,
    deliveredItems: 0,
  })
})
