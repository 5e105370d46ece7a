import { writeFile } from 'node:fs/promises'
import { type Received, type Receiver, startHttpReceiver } from '../../support/receivers'
import { expect, test } from '../fixtures'
import { addFirstKey, makeFreshTeam, type Team } from '../team'
import { enter, signIn, visit } from '../visits'
import { closeAfter, openWorldWithUpstream, type UpstreamWorld } from '../world'

const HOUR_MS = 3_600_000

let world: UpstreamWorld
let team: Team
let searchId: string
let clockFile: string
let hook: Receiver<Received>

/**
 * Milliseconds until the next half hour, so that an hourly schedule does not fire while it is being created.
 */
let untilHalfMs: number

/** Sets Purser's clock and the upstream's to `afterMs` after the half hour at which the test begins. */
async function moveClocks(afterMs: number): Promise<void> {
  const aheadMs = untilHalfMs + afterMs
  await world.operator.moveClock(aheadMs)
  await writeFile(clockFile, String(aheadMs))
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
test.beforeEach(async ({}, info) => {
  hook = await startHttpReceiver()
  clockFile = info.outputPath('clock')
  await writeFile(clockFile, '0')
  untilHalfMs = (1.5 * HOUR_MS - (Date.now() % HOUR_MS)) % HOUR_MS
  world = await openWorldWithUpstream({
    NODE_OPTIONS: '--import ./tests/support/moved-clock.mjs',
    MOVED_CLOCK: clockFile,
    PURSER_ALLOW_PRIVATE_ADDRESSES: 'true',
  })
  await moveClocks(0)
  team = await makeFreshTeam(world)
  await addFirstKey(world, team)
  const channel = { name: 'Warehouse', kind: 'webhook', address: hook.url, events: ['budget.reached'] }
  await team.admin.makeId('alerts/createChannelAction', channel)
  const search = { name: 'About tea', operation: 'search', subject: 'tea', shared: true }
  searchId = await team.admin.makeId('searches/createSearchAction', search)
})
test.afterEach(async ({ page }) => {
  await closeAfter(page, world)
  await hook.close()
})

test('a schedule fires when it is due, and its second run brings only what is new', async ({ page }) => {
  test.setTimeout(120_000)
  await enter(page, team.admin, `/searches/${searchId}`)

  const card = page.getByRole('region', { name: 'Schedule', exact: true })
  // The card may appear after hydration; once the form is open, the button is gone.
  const open = card.getByRole('button', { name: 'Create schedule' })
  await expect(async () => {
    if (await open.isVisible()) await open.click()
    await expect(card.getByLabel('How often')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await card.getByLabel('How often').click()
  await page.getByRole('option', { name: 'Every hour' }).click()
  await expect(card.getByText('Every hour', { exact: true })).toBeVisible()
  await expect(card.getByRole('list', { name: 'Next times' }).getByRole('listitem')).toHaveCount(5)
  await card.getByLabel('At most per run (items)').fill('100')
  await card.getByLabel('Alert above (new items)').fill('0')
  await card.getByLabel('Send the new items').check()
  await expect(card.getByLabel('Channel')).toHaveValue('Warehouse')
  await card.getByRole('button', { name: 'Save schedule' }).click()
  await expect(card.getByText(/At most 100 items per run.*New items are sent to “Warehouse”/)).toBeVisible()
  expect(await world.db.run.count()).toBe(0)

  const ended = (count: number) =>
    expect(async () => {
      expect(await world.db.run.count({ where: { state: 'ENDED', isScheduled: true } })).toBe(count)
      expect(await world.db.schedule.count({ where: { openRunId: null } })).toBe(1)
    }).toPass()
  await moveClocks(HOUR_MS)
  await ended(1)
  await moveClocks(25 * HOUR_MS)
  await ended(2)

  const [first, second] = await world.db.run.findMany({ orderBy: { startedAt: 'asc' } })
  expect(first).toMatchObject({ isBaseline: true, items: 100n, endReason: 'cap_reached' })
  expect(second).toMatchObject({ isBaseline: false, endReason: 'nothing_new' })
  const fresh = Number(second?.newItems ?? 0)
  expect(fresh).toBeGreaterThan(0)
  expect(Number(second?.items)).toBeLessThanOrEqual(2 * fresh + 20)

  // The webhook receives the new items once and in order, without those of the first run.
  const sent = () => hook.received.map(({ body }) => JSON.parse(body).data)
  await expect.poll(() => sent().reduce((sum, { items }) => sum + items.length, 0)).toBe(fresh)
  for (const data of sent()) expect(data).toMatchObject({ runId: second?.id, searchName: 'About tea' })
  expect(new Set(sent().flatMap(({ items }) => items.map(({ id }: { id: string }) => id))).size).toBe(fresh)

  // The alert links to the new items alone.
  await expect(async () => {
    expect(await world.db.alert.count({ where: { kind: 'new_items' } })).toBe(1)
  }).toPass({ timeout: 40_000 })
  // After a day without a request, the session has ended.
  await signIn(page, world.server.baseUrl, team.admin.email, `/${team.slug}/alerts`)
  await page
    .getByRole('link', { name: /About tea.*new item/ })
    .first()
    .click()
  await expect(page).toHaveURL(/only=new/)
  const list = page.getByRole('list', { name: 'Items' })
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(fresh))
  await visit(page, team.at('/searches/schedules'))
  await expect(page.getByRole('table', { name: 'Scheduled searches' })).toContainText('Every hour')
})
