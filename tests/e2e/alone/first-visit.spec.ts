import { countedSteps, PERSON } from '../counted-steps'
import { expect, test } from '../fixtures'
import { openWorld, type World } from '../world'

/** The review's goal for the way to the first chart. */
const [MAX_VALUES, MAX_CLICKS] = [4, 5]

let world: World

test.beforeAll(async () => {
  world = await openWorld()
})
test.afterAll(() => world?.close())

test('from nothing to the first chart: four values and five clicks, and it ends on what was bought', async ({
  page,
}) => {
  const at = (path: string) => world.server.baseUrl + path
  const began = performance.now()
  const { counts, fill, click } = countedSteps(page)
  await page.goto(at('/'))
  await expect(page.getByText('Purser shows a team what it spends')).toBeVisible()
  await expect(page.getByText('This installation uses the built-in sandbox')).toBeVisible()
  await fill('Your name', PERSON.name)
  await fill('E-mail address', PERSON.email)
  await fill('Password', PERSON.password)
  await click('Create account')
  await fill('Team name', 'Acme')
  await click('Create team')
  await expect(page.getByText('A wallet is the balance')).toBeVisible()
  await click('Add wallet')
  await click('Use a sandbox key')
  await click('Save and run the first page')
  await expect(page.getByRole('heading', { level: 1, name: 'Your first items are here' })).toBeVisible()
  const chart = page.getByRole('region', { name: 'Spend today', exact: true })
  await expect(chart.locator('.recharts-bar-rectangle path').first()).toBeVisible()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`First chart: ${counts.values} values, ${counts.clicks} clicks, ${seconds} s`)
  expect(counts.values).toBeLessThanOrEqual(MAX_VALUES)
  expect(counts.clicks).toBeLessThanOrEqual(MAX_CLICKS)
  await expect(page.getByRole('list', { name: 'First items' }).getByRole('listitem')).toHaveCount(5)

  await test.step('the next steps: one is done by itself, and the list can be put away', async () => {
    await page.getByRole('link', { name: 'Open the overview' }).click()
    const steps = page.getByRole('region', { name: 'Next steps' })
    await expect(steps).toContainText('0 of 5 done')
    await expect(steps.getByRole('button', { name: 'Load example data' })).toBeVisible()
    await world.db.service.create({
      data: { id: crypto.randomUUID(), teamId: await teamId('acme'), name: 'Bot', createdAt: new Date() },
    })
    await page.reload()
    await expect(steps).toContainText('1 of 5 done')
    await expect(steps.getByRole('listitem').last()).toHaveText('Done: Add a service')
    await steps.getByRole('button', { name: 'Hide the list' }).click()
    await expect(steps).toHaveCount(0)
  })
})

const teamId = async (slug: string): Promise<string> =>
  (await world.db.team.findUniqueOrThrow({ where: { slug } })).id
