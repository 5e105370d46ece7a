import type { SpendingStory } from '../../factories/spending-story'
import { expect, test } from '../fixtures'
import { storeSpending } from '../spending'
import { makeFreshTeam, type Team } from '../team'
import { enter, expectOnFirstScreen } from '../visits'
import type { UpstreamWorld } from '../world'

const SCREENS = [
  { name: 'a desktop', size: { width: 1440, height: 900 } },
  { name: 'a phone', size: { width: 390, height: 844 } },
]

// In one worker, so that the month is stored once. Only the last test changes anything.
test.describe.configure({ mode: 'default' })

interface Told {
  readonly team: Team
  readonly story: SpendingStory
}

let made: Promise<Told> | undefined

/** A team with a month of spending, whose outside spend the worker has found; made once for all tests of a worker. */
const tellOnce = (world: UpstreamWorld): Promise<Told> =>
  (made ??= makeFreshTeam(world).then(async (team) => {
    const story = await storeSpending(world, team)
    await expect
      .poll(() => world.db.alert.count({ where: { teamId: team.id, kind: 'outside_spend' } }), {
        timeout: 60_000,
      })
      .toBe(1)
    return { team, story }
  }))

for (const { name, size } of SCREENS)
  test(`the first screen of ${name} shows when each wallet runs out, who spends, what needs attention, and what is bought again`, async ({
    page,
    world,
  }) => {
    const { team } = await tellOnce(world)
    await page.setViewportSize(size)
    await enter(page, team.admin, '')
    const runsOut = page.getByRole('region', { name: 'Runs out' })
    await expect(runsOut.getByRole('listitem')).toHaveText([/Brands.*days.*likely/, /Client work.*After/])
    await expectOnFirstScreen(page, runsOut)
    const needs = page.getByRole('region', { name: /Needs you/ })
    await expect(needs.getByRole('listitem').first()).toContainText(
      '“Brands” lost 79,300 credits that no call explains',
    )
    await expectOnFirstScreen(page, needs)
    const [, count] = /\((\d+)\)/.exec((await needs.getAttribute('aria-label')) ?? '') ?? []
    await expect(page.getByRole('link', { name: `Alerts: ${count} open` }).first()).toBeAttached()
    const spenders = page.getByRole('region', { name: 'Who spends' })
    await expect(spenders.getByRole('listitem').first()).toContainText(/\w+.*\d/)
    await expectOnFirstScreen(page, spenders)
    const again = page.getByRole('region', { name: 'Bought again' })
    await expect(again).toContainText('Top search: Clementine timeline')
    await expectOnFirstScreen(page, again)
    await expectOnFirstScreen(page, page.getByRole('region', { name: 'Spent' }))
    // The unit is beside the heading, not part of it.
    await expect(page.getByRole('heading', { name: 'Spent', exact: true })).toBeVisible()
    await again.getByRole('link', { name: 'Stop it at known items' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Clementine timeline' })).toBeVisible()
    await expect(page).toHaveURL(/mode=background/)
  })

for (const { name, size } of SCREENS)
  test(`the first screen of ${name} shows whether a wallet’s balance falls as expected, also by keyboard`, async ({
    page,
    world,
  }) => {
    const { team, story } = await tellOnce(world)
    await page.setViewportSize(size)
    await enter(page, team.admin, `/wallets/${story.main}`)
    const chart = page.getByRole('slider', { name: /Balance and spend of Brands/ })
    await expectOnFirstScreen(page, chart)
    await expect(chart).toHaveAttribute('aria-valuetext', /Balance now 4,970.*Outside spend −79,300/)
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await expect(chart).toHaveAttribute('aria-valuetext', /Balance forecast .*Likely range/)
    await page.keyboard.press('Home')
    await expect(chart).toHaveAttribute('aria-valuetext', /^\w+ 1 \w+ \d{4}, Balance/)
    await page.getByText('Table', { exact: true }).filter({ visible: true }).click()
    await expect(page.getByRole('table', { name: /Balance and spend of Brands/ })).toContainText(
      'Top-up +45,000',
    )
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    const statement = page.getByRole('region', { name: 'Statement', exact: true })
    await expect(statement.getByRole('row', { name: /^Outside spend/ })).toContainText('−79,300')
  })

test('the list of wallets fits beside the navigation at 1,280 pixels', async ({ page, world }) => {
  const { team } = await tellOnce(world)
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, team.admin, '/wallets')
  await expect(page.getByRole('columnheader', { name: 'Outside spend, 30 days (credits)' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
})

test('acknowledging an incident requires a reason, which is stored, and updates an open overview without a reload', async ({
  page,
  world,
}) => {
  const { team, story } = await tellOnce(world)
  const overview = await page.context().newPage()
  await enter(overview, team.admin, '')
  const incident = overview.getByText(/“Brands” lost 79,300 credits/)
  await expect(incident).toBeVisible()
  await overview.evaluate(() => Reflect.set(window, 'wasNotReloaded', true))
  await enter(page, team.admin, `/wallets/${story.main}`)
  await page.getByRole('button', { name: /^Acknowledge: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Acknowledge outside spend' })
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog).toContainText('Say what it was')
  await dialog.getByLabel('What was it?').fill('The key of the old server; revoked.')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText(/Brands lost 79,300 credits/)).toHaveCount(0)
  expect(
    await world.db.alert.findFirstOrThrow({ where: { teamId: team.id, kind: 'outside_spend' } }),
  ).toMatchObject({ acknowledgeReason: 'The key of the old server; revoked.', acknowledgedBy: 'Ada Founder' })
  await expect(incident).toHaveCount(0, { timeout: 20_000 })
  expect(await overview.evaluate(() => Reflect.get(window, 'wasNotReloaded'))).toBe(true)
})
