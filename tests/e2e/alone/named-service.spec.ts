import type { Page } from '@playwright/test'
import { countedSteps, PERSON } from '../counted-steps'
import { expect, test } from '../fixtures'
import { arriveWithin, SERVICE_IDS, SERVICE_NAMES } from '../named-services'
import { closeAfter, openWorldWithUpstream, type UpstreamWorld } from '../world'

/** Services to test: one, or every service in `npm run test:long -- pages`. */
const TRIED = process.env.LOOKS === 'all' ? SERVICE_IDS : (['twitterapi.io'] as const)

let world: UpstreamWorld | undefined
test.afterEach(({ page }) => closeAfter(page, world))

/** Creates an account and a team. */
async function begin(page: Page, baseUrl: string) {
  const steps = countedSteps(page)
  await page.goto(baseUrl)
  await steps.fill('Your name', PERSON.name)
  await steps.fill('E-mail address', PERSON.email)
  await steps.fill('Password', PERSON.password)
  await steps.click('Create account')
  await steps.fill('Team name', 'Acme')
  await steps.click('Create team')
  return steps
}

for (const id of TRIED) {
  const name = SERVICE_NAMES[id]
  test(`${name} with a user’s own key: at most five values and six clicks to the first items`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    world = await openWorldWithUpstream({ UPSTREAM_PROVIDER: id }, ['--preset', id])
    const { operator, server } = world
    const wallet = await operator.createWallet({ name: 'Acme', balance: '100000', service: id })
    const secret = await operator.createKey(wallet)
    const steps = await begin(page, server.baseUrl)
    await expect(page.getByRole('radiogroup', { name: 'Which service do you use?' })).toBeVisible()
    // The service that the operator configured is already selected.
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
    await steps.click('Add wallet')
    await steps.fill('Key', secret)
    await steps.click('Check and add the key')
    await expect(page.getByText('Step 5 of 5: Search')).toHaveCount(2)
    await steps.click('Save and run the first page')
    await arriveWithin(page, steps)
  })
}
