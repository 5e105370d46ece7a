import type { Page } from '@playwright/test'
import { countedSteps, PERSON } from '../counted-steps'
import { expect, test } from '../fixtures'
import { closeAfter, openWorld, openWorldWithUpstream, type World } from '../world'

/** What a new user may need from nothing to the first items of a service. */
const [MAX_VALUES, MAX_CLICKS] = [5, 6]

/** Words of the interface document that no page of another service may hold. */
const OF_THE_INTERFACE = /xd_live_|\/v1\/me|\b(Free|Growth)\b(?!:)|\bpack\b/

const NAMES = {
  x: 'X API v2',
  'twitterapi.io': 'twitterapi.io',
  socialdata: 'SocialData',
  getxapi: 'GetXAPI',
  xquik: 'Xquik',
} as const
const IDS = Object.keys(NAMES) as (keyof typeof NAMES)[]
/** `npm run test:long -- pages` walks the pages of each, and goes the way with a key to each. */
const WALKED = process.env.LOOKS === 'all' ? IDS : (['x'] as const)
const WITH_A_KEY = process.env.LOOKS === 'all' ? IDS : (['twitterapi.io'] as const)

let world: World | undefined
test.afterEach(({ page }) => closeAfter(page, world))

/** Account and team: what every way begins with. */
async function begin(page: Page, { server }: World) {
  const steps = countedSteps(page)
  await page.goto(server.baseUrl)
  await steps.fill('Your name', PERSON.name)
  await steps.fill('E-mail address', PERSON.email)
  await steps.fill('Password', PERSON.password)
  await steps.click('Create account')
  await steps.fill('Team name', 'Acme')
  await steps.click('Create team')
  await expect(page.getByRole('radiogroup', { name: 'Which service do you use?' })).toBeVisible()
  return steps
}

async function arrive(page: Page, { counts }: ReturnType<typeof countedSteps>) {
  await expect(page.getByRole('heading', { level: 1, name: 'Your first items are here' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'First items' }).getByRole('listitem')).toHaveCount(5)
  expect(counts.values).toBeLessThanOrEqual(MAX_VALUES)
  expect(counts.clicks).toBeLessThanOrEqual(MAX_CLICKS)
}

test.beforeEach(() => test.setTimeout(300_000))

for (const id of WALKED) {
  const name = NAMES[id]
  test(`${name} with pretend credits: to the first items, and no page speaks of another service`, async ({
    page,
  }) => {
    world = await openWorld()
    const steps = await begin(page, world)
    await expect(page.getByRole('radio', { name: 'Sandbox', exact: true })).toBeChecked()
    await steps.pick(name)
    await steps.click('Add wallet')
    await steps.click('Try with pretend credits')
    await expect(page.getByText('Step 5 of 5: Search')).toHaveCount(2)
    await steps.click('Save and run the first page')
    await arrive(page, steps)

    const team = `${world.server.baseUrl}/acme`
    const key = await world.db.key.findFirstOrThrow()
    const wallet = await world.db.wallet.findFirstOrThrow()
    const search = await world.db.savedSearch.findFirstOrThrow()
    const paths = [
      ...['', '/wallets', `/wallets/${wallet.id}`, '/keys', `/keys/${key.id}`, '/services/connect'],
      ...[
        '/searches',
        `/searches/${search.id}`,
        '/searches/new',
        '/usage',
        '/settings',
        '/settings/provider',
      ],
      '/settings/costs',
    ]
    for (const path of paths) {
      await page.goto(team + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // The one table that is about other services.
      const compared = page.getByRole('table', { name: 'The same items at other services' })
      const besides = (await compared.count()) > 0 ? await compared.innerText() : null
      const all = await page.locator('main').innerText()
      const text = besides === null ? all : all.replace(besides, '')
      expect(text, path).not.toMatch(OF_THE_INTERFACE)
      // What counts in dollars is no credits: see currentUnit.
      if (id === 'x')
        expect(text.replaceAll(/pretend (data and )?credits/gi, ''), path).not.toMatch(/(?<!\/)\bcredits?\b/i)
      for (const other of IDS) if (other !== id) expect(text, path).not.toContain(NAMES[other])
    }
    expect(key.service).toBe(`sandbox/${id}`)
  })
}

for (const id of WITH_A_KEY) {
  const name = NAMES[id]
  test(`${name} with a key of its own: at most five values and six clicks to the first items`, async ({
    page,
  }) => {
    const upstream = await openWorldWithUpstream({ UPSTREAM_PROVIDER: id }, ['--preset', id])
    world = upstream
    const { operator } = upstream
    const wallet = await operator.createWallet({ name: 'Acme', balance: '100000', service: id })
    const secret = await operator.createKey(wallet)
    const steps = await begin(page, upstream)
    // What the operator has set up is chosen already.
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
    await steps.click('Add wallet')
    await steps.fill('Key', secret)
    await steps.click('Check and add the key')
    await expect(page.getByText('Step 5 of 5: Search')).toHaveCount(2)
    await steps.click('Save and run the first page')
    await arrive(page, steps)
  })
}
