import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Secret, systemClock } from '@/lib/kernel'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import type { TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import { addFirstKey } from '../team'
import { enter, visit } from '../visits'
import type { UpstreamWorld } from '../world'

let world: UpstreamWorld
let admin: TeamClient
let upstreamWallet: string
let walletId: string
let keys: { id: string; secret: string }[]
test.beforeEach(async ({ world: shared, team }) => {
  world = shared
  admin = team.admin
  const first = await addFirstKey(world, team, { balance: '1000' })
  walletId = first.walletId
  upstreamWallet = first.sandboxWallet
  const { environmentId } = team
  const secret = await world.operator.createKey(upstreamWallet)
  const second = { key: secret, name: 'Second', walletId, environmentId }
  keys = [first, { id: await admin.makeId('keys/addKeyAction', second), secret }]
})

async function openWallet(page: Page, tab = 'overview'): Promise<void> {
  await enter(page, admin, `/wallets/${walletId}?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Main' })).toBeVisible()
}

/** Buys a page of a timeline with one of our keys, as a thief would. */
async function steal(secret: string): Promise<void> {
  const upstreams = createUpstreams({
    baseUrl: world.upstreamUrl,
    provider: readProvider(JSON.parse(await readFile('tests/support/sandbox-provider.json', 'utf8'))),
    clock: systemClock,
  })
  const client = upstreams.at(readProvider({}))
  const got = await client.fetchPage(new Secret(secret), { operation: 'timeline', subject: 'ada', count: 20 })
  expect(got.ok).toBe(true)
  await upstreams.close()
}

test('the statement adds up on screen and as CSV, and "What if" moves the forecast', async ({ page }) => {
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await admin.mustPerform('runs/startRunAction', {
    runId: crypto.randomUUID(),
    searchId,
    keyId: keys[0]?.id,
  })
  await admin.mustPerform('keys/checkKeyAction', { keyId: keys[0]?.id })
  await world.operator.topUp(upstreamWallet, '250')
  await admin.mustPerform('keys/checkKeyAction', { keyId: keys[0]?.id })
  const balance = (await world.operator.wallet(upstreamWallet)).balance

  await openWallet(page, 'statement')
  const statement = page.getByRole('region', { name: 'Statement', exact: true })
  const amount = (line: string | RegExp) =>
    statement.getByRole('row', { name: line }).getByRole('cell').last().innerText()
  const number = async (line: string | RegExp) =>
    Number((await amount(line)).replaceAll(',', '').replace('−', '-'))
  // The wallet was first read in this period, so the line names that reading.
  expect(await number('Opening balance, first read on')).toBe(1000)
  expect(await number('Top-ups')).toBe(250)
  const spent = await number(/^Search /)
  expect(spent).toBeLessThan(0)
  expect(await number('Closing balance')).toBeCloseTo(1250 + spent, 6)
  expect(await number('Closing balance')).toBe(Number(balance))
  await expect(page.getByRole('region', { name: 'Movements', exact: true })).toContainText('Top-up')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    statement.getByRole('link', { name: 'CSV' }).click(),
  ])
  const csv = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  const sums = csv.slice(1).map((row) => row.split(','))
  const of = (kind: string) => sums.filter((row) => row[4] === `"${kind}"`).map((row) => Number(row[7]))
  const [opening = 0, closing = 0] = of('balance')
  expect(opening + of('part').reduce((sum, nano) => sum + nano, 0)).toBeCloseTo(closing, 6)
  expect(closing).toBe(Number(balance))

  await page.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'production', exact: true }).click()
  await expect(statement).toContainText('What this environment spent')
  expect(await number('Spent in')).toBe(spent)

  const tabs = page.getByRole('navigation', { name: 'Parts of the wallet' })
  await tabs.getByRole('link', { name: 'Overview' }).click()
  // The chosen environment is kept.
  await expect(page).toHaveURL(/environment=/)
  const forecast = page.getByRole('region', { name: 'Forecast' })
  await expect(forecast).toContainText('Purser needs one full day of spend to estimate a date')
  await forecast.getByText('What if', { exact: true }).click()
  await forecast.getByLabel('More per day').fill('100')
  await expect(forecast).toContainText('Then this wallet runs out around')
  await forecast.getByLabel('A budget that blocks calls at').fill('50')
  await expect(forecast).toContainText('Then this wallet lasts for more than 120 days')
  await forecast.getByLabel('More per day').fill('many')
  await expect(forecast.getByText('Enter a number, such as 250, with at most 9 decimals.')).toBeVisible()
  await expect(forecast).not.toContainText('Then this wallet')

  // Purchases after a reading are subtracted from it, and named beside it.
  const other = { name: 'Tea', operation: 'search', subject: 'tea' }
  await admin.mustPerform('runs/startRunAction', {
    runId: crypto.randomUUID(),
    searchId: await admin.makeId('searches/createSearchAction', other),
    keyId: keys[0]?.id,
  })
  await page.reload()
  await expect(page.getByText(/^[\d,.]+ read .*, minus .* spent since$/)).toBeVisible()
})

test('a printed wallet is white even in the dark scheme, fits, and shows no controls', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openWallet(page, 'check')
  await expect(page.getByRole('button', { name: 'Start wallet check…' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  // A4 at 96 dots per inch.
  await page.setViewportSize({ width: 794, height: 1123 })
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return { color, backgroundColor }
  })
  expect(colours).toEqual({ color: 'rgb(27, 28, 26)', backgroundColor: 'rgb(255, 255, 255)' })
  await expect(page.getByRole('navigation', { name: 'Team', includeHidden: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start wallet check…' })).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Environment' })).toBeHidden()
  for (const tab of ['overview', 'statement', 'prices']) {
    await visit(page, page.url().replace(/tab=\w+/, `tab=${tab}`))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794)
  }
})

test('a wallet check refuses our calls, notices that someone else spends, and names the key', async ({
  page,
}) => {
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  await openWallet(page, 'check')
  const card = page.getByRole('region', { name: 'Who else spends?' })
  await card.getByRole('button', { name: 'Start wallet check…' }).click()
  await page.getByRole('button', { name: 'Refuse calls and start' }).click()
  await expect(card).toContainText('Calls with this wallet’s keys are refused until the check ends')
  const run = { runId: crypto.randomUUID(), searchId, keyId: keys[0]?.id }
  expect(JSON.stringify(await admin.perform('runs/startRunAction', run))).toContain('paused')

  await steal(keys[1]?.secret ?? '')
  await card.getByRole('button', { name: 'Read the balance' }).click()
  await expect(card).toContainText('Someone else spent 3 credits')
  await world.operator.revokeKey(keys[1]?.secret.slice(0, 12) ?? '')
  await card
    .getByLabel('Revoked by the provider since the last reading')
    .selectOption({ value: keys[1]?.id ?? '' })
  await card.getByRole('button', { name: 'Read the balance' }).click()
  await expect(card).toContainText('It was “Second”')
  await card.getByRole('button', { name: 'End the check' }).click()
  await expect(card.getByRole('button', { name: 'Start wallet check…' })).toBeVisible()
  await admin.mustPerform('runs/startRunAction', { ...run, runId: crypto.randomUUID() })
  await openWallet(page, 'statement')
  await expect(page.getByRole('region', { name: 'Movements', exact: true })).toContainText('Outside spend')
})

test('a low wallet says so on its page, with the limit; if no channel can send it, the alerts say that', async ({
  page,
  team,
}) => {
  const parameters = { percent: '10', credits: '1000000' }
  await admin.mustPerform('alerts/changeSettingAction', { kind: 'low_balance', enabled: true, parameters })
  await admin.mustPerform('alerts/createChannelAction', {
    ...{ name: 'Ops', kind: 'email', address: 'ops@example.org' },
  })
  await expect
    .poll(() => world.db.alert.count({ where: { teamId: team.id, kind: 'low_balance' } }), {
      timeout: 60_000,
    })
    .toBe(1)
  await openWallet(page)
  const note = page
    .getByRole('alert')
    .filter({ hasText: '“Main” has 1,000 credits left: you are warned below 1,000,000.' })
  await expect(note).toBeVisible()
  await note.getByRole('link', { name: 'Change when to warn' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Alerts: / })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Now', exact: true }).click()
  const unheard = page.getByRole('note').filter({ hasText: 'Alerts are shown only in Purser' })
  await unheard.getByRole('link', { name: 'Add channel' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a channel' })).toBeVisible()
  await page.keyboard.press('Escape')
  const channels = page.getByRole('region', { name: 'Channels', exact: true })
  await expect(channels).toContainText('Waiting for a mail server')
  await channels.getByRole('button', { name: 'Actions for Ops' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Send/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // The next steps include nothing that an admin cannot do.
  await visit(page, team.at())
  const steps = page.getByRole('region', { name: 'Next steps' })
  await expect(steps.getByRole('link', { name: 'Alert channel “Ops” waits for a mail server' })).toBeVisible()
  await expect(steps).not.toContainText('Confirm the alert channel')
})
