import { addPerson } from '../../support/story'
import { expect, test } from '../fixtures'
import { addFirstKey, makeFreshTeam } from '../team'
import { enter, visit } from '../visits'
import { closeAfter, openWorldWithUpstream, type UpstreamWorld } from '../world'

let world: UpstreamWorld
test.beforeEach(async () => {
  // No provider is configured, so no prices are known.
  world = await openWorldWithUpstream({ UPSTREAM_PROVIDER: '' }, ['--preset', 'nested'])
})
test.afterEach(({ page }) => closeAfter(page, world))

test('an upstream that fills the gaps differently is refused clearly, tested, configured from the suggestion, and returns items', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const { operator } = world
  const outcomes = () =>
    world.db.ledgerEntry.groupBy({ by: ['outcome'], _sum: { items: true }, _count: true })
  const team = await makeFreshTeam(world)
  const { admin } = team
  await addPerson(admin, 'member')
  const { sandboxWallet } = await addFirstKey(world, team, { balance: '1000', pack: 'Builder' })
  const searchId = await admin.makeId('searches/createSearchAction', {
    name: 'Coffee',
    operation: 'search',
    subject: 'coffee',
  })
  await enter(page, admin, `/searches/${searchId}`)

  await test.step('the default provider’s search fails with an explanation and no charge', async () => {
    const run = page.getByRole('button', { name: 'Run first page' })
    const alert = page.getByRole('alert', { name: 'The API found nothing there' })
    await expect(async () => {
      // A click before hydration does nothing.
      if (!(await alert.isVisible())) await run.click({ timeout: 1000 })
      await expect(alert).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(alert).toContainText('It was not charged.')
    await expect(alert).toContainText('The API said:')
    await alert.getByRole('link', { name: 'Open the provider' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Provider' })).toBeVisible()
  })

  await test.step('the test shows its price first, then finds the search and fills the form', async () => {
    await page.getByRole('checkbox', { name: 'A page of a timeline' }).uncheck()
    await page.getByRole('checkbox', { name: 'A page of a search' }).check()
    // The field is shown only when a user's list is tested.
    await expect(page.getByLabel('User to test with')).toHaveCount(0)
    await page.getByLabel('Words to search for').fill('coffee')
    const panel = page.getByRole('region', { name: 'Test this provider' })
    await expect(panel).toContainText('Items: at least 0, most likely 20, at most 50.')
    const { balance } = await operator.wallet(sandboxWallet)
    await panel.getByRole('button', { name: 'Test this provider' }).click()
    await expect(page.getByRole('dialog')).toContainText('Credits: unknown')
    expect((await operator.wallet(sandboxWallet)).balance).toBe(balance)
    await page.getByRole('button', { name: 'Test the provider' }).click()
    const found = page.getByRole('region', { name: 'What the test found' })
    await expect(found.getByRole('cell', { name: '/v1/tweets/search?query=' })).toBeVisible()
    await expect(found).toContainText('The list of items is data.posts')
    await expect(found).toContainText('The header x-credits-charged says')
    await expect(found.getByRole('row', { name: /^Text full_text \S/ })).toBeVisible()
    await expect(page.getByLabel('Search path')).toHaveValue('/v1/tweets/search')
    await expect(page.getByLabel('Search parameter')).toHaveValue('query')
    expect(await world.db.teamProvider.count()).toBe(0)
  })

  await test.step('a value of the example item is assigned to a field, and an example request fills the form', async () => {
    const link = page.getByRole('textbox', { name: 'Link', exact: true })
    const before = await link.inputValue()
    await page.getByRole('button', { name: 'Use id as', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Link', exact: true }).click()
    await expect(link).toHaveValue(`id, ${before}`)
    await link.fill(before)
    const example = page.getByRole('textbox', { name: 'Example request' })
    await example.fill(
      `curl -H 'x-api-key: xd_live_x' '${world.upstreamUrl}/v1/tweets/search?query=tea&count=20'`,
    )
    await page.getByRole('button', { name: 'Fill form' }).click()
    await expect(example).toHaveValue('')
    await expect(page.getByLabel('Search path')).toHaveValue('/v1/tweets/search')
  })

  await test.step('a validation error keeps what was typed; the suggestion is saved', async () => {
    await page.getByLabel('Followers path').fill('/v1/followers')
    // What was typed survives leaving the page and coming back.
    await page.getByRole('link', { name: 'Prices and money', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Prices and money' })).toBeVisible()
    await page.getByRole('link', { name: 'Provider', exact: true }).first().click()
    await expect(page.getByLabel('Followers path')).toHaveValue('/v1/followers')
    await expect(page.getByLabel('Search parameter')).toHaveValue('query')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('must hold {user} once', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Followers path')).toBeFocused()
    await expect(page.getByLabel('Followers path')).toHaveValue('/v1/followers')
    await page.getByLabel('Followers path').fill('/v1/followers/{user}')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await expect(page.getByText('The provider was saved. It applies from the next call.')).toBeVisible()
    await expect(page.getByText(/Now from this team/)).toHaveCount(5)
    // Values that nobody has changed are not stored as the team's own.
    const { overrides } = await world.db.teamProvider.findFirstOrThrow()
    const { fields = {}, ...others } = JSON.parse(overrides) as { fields?: object }
    expect(others).not.toHaveProperty('usualArrays')
    expect(fields).not.toHaveProperty('handle')
  })

  await test.step('the search returns items, and each shows its raw JSON', async () => {
    await visit(page, team.at(`/searches/${searchId}`))
    await page.getByRole('button', { name: 'Run first page' }).click()
    await expect(page.getByRole('list', { name: 'Items' })).toBeVisible()
    await page.getByRole('button', { name: /^Details of item 1 by/ }).click()
    const raw = page.getByRole('region', { name: 'The chosen item' })
    await expect(raw).toContainText(/"id": "\d{16,}"/)
    await expect(raw).toContainText('"metrics": {')
    const told = await operator.wallet(sandboxWallet)
    const delivered = told.keys.reduce((sum, { items }) => sum + items, 0)
    expect(await outcomes()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ outcome: 'SETTLED', _count: 2, _sum: { items: delivered } }),
        expect.objectContaining({ outcome: 'FREE', _count: 3, _sum: { items: 0 } }),
      ]),
    )
  })

  await test.step('removing the team’s changes asks first and restores the defaults', async () => {
    await visit(page, team.at('/settings/provider'))
    // Advanced fields are collapsed at first.
    await expect(page.getByLabel('Search path')).toHaveCount(0)
    await page.getByRole('button', { name: 'Advanced' }).click()
    await page.getByRole('button', { name: 'Remove team’s changes…' }).click()
    await page.getByRole('button', { name: 'Remove the changes' }).click()
    await expect(page.getByLabel('Search path')).toHaveValue('/v1/search')
    await expect(page.getByRole('button', { name: 'Remove team’s changes…' })).toBeDisabled()
    await expect.poll(() => world.db.teamProvider.count()).toBe(0)
  })
})
