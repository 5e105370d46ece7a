import { systemClock } from '../../../lib/kernel'
import { deleteOldCallsStep } from '../../../lib/money/ledger'
import { quarterHourOf } from '../../../lib/platform/calendar'
import { systemCtx } from '../../../lib/server/jobs/jobs'
import { addPerson, FOUNDER } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { bringSession, enter, visit } from '../visits'

test('people: a withdrawn invite is dead, others’ roles can be changed but not one’s own, signing out ends the session', async ({
  page,
  world,
  team,
}) => {
  const member = await addPerson(team.admin, 'member')
  await enter(page, team.admin, '/members')
  const people = page.getByRole('table', { name: 'People of the team, times in Europe/Berlin' })
  await expect(people.getByRole('button', { name: 'Actions for Ada Founder' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Invite member' }).click()
  await page
    .getByLabel('E-mail address', { exact: false })
    .and(page.getByRole('textbox'))
    .fill('eve@example.org')
  await page.getByRole('button', { name: 'Create invite link' }).click()
  const link = await page.getByText(/\/invite\//).innerText()
  expect((await page.request.get(link)).status()).toBe(200)
  await page.keyboard.press('Escape')
  const open = page.getByRole('table', { name: 'Open invites, times in Europe/Berlin' })
  await open.getByRole('row', { name: 'eve@example.org' }).getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(open).toHaveCount(0)
  const dead = await page.request.get(link)
  expect(dead.status()).toBe(404)
  expect(await dead.text()).toContain('This invite cannot be used')

  const makeViewer = async () => {
    await page.getByRole('button', { name: 'Actions for A member' }).click()
    await page.getByRole('menuitem', { name: 'Make a viewer…' }).click()
  }
  const role = people.getByRole('row', { name: 'A member' })
  await makeViewer()
  const asks = page.getByRole('dialog', { name: 'Make A member a viewer?' })
  await expect(asks).toContainText('They are signed out')
  await asks.getByRole('button', { name: 'Cancel' }).click()
  await expect(asks).toBeHidden()
  await expect(role.getByRole('cell', { name: 'Member', exact: true })).toBeVisible()
  expect(await world.db.member.count({ where: { role: 'viewer', user: { email: member.email } } })).toBe(0)
  await makeViewer()
  await asks.getByRole('button', { name: 'Make a viewer' }).click()
  await expect(role.getByRole('cell', { name: 'Viewer', exact: true })).toBeVisible()
  await expect
    .poll(() => world.db.member.count({ where: { role: 'viewer', user: { email: member.email } } }))
    .toBe(1)

  await page.getByRole('button', { name: 'Account of Ada Founder' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${world.server.baseUrl}/sign-in`)
})

test('settings: a price, an environment and the team’s name are changed, each with an audit entry', async ({
  page,
  team,
}) => {
  await enter(page, team.admin, '/settings/money')
  await page.getByRole('button', { name: 'Set price', exact: true }).click()
  await page.getByLabel('Credits per item: Timeline').fill('a lot')
  await page.getByRole('button', { name: 'Set price: Timeline' }).click()
  await expect(page.getByText('Enter a number, such as')).toBeVisible()
  await page.getByLabel('Credits per item: Timeline').fill('0.25')
  await page.getByRole('button', { name: 'Set price: Timeline' }).click()
  await expect(page.getByText('0.25 credits per item: set by an admin')).toBeVisible()

  const settings = page.getByRole('navigation', { name: 'Settings' })
  await settings.getByRole('link', { name: 'Environments' }).click()
  await page.getByRole('button', { name: 'Add environment' }).click()
  await page.getByLabel('Environment name').fill('preview')
  await page.getByRole('dialog').getByRole('button', { name: 'Add environment' }).click()
  await expect(page.locator('#main')).toContainText('preview')
  await page.getByRole('button', { name: 'Rename environment' }).click()
  await page.getByLabel('New name').fill('live')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename environment' }).click()
  await expect(page.locator('#main')).toContainText('live')
  await settings.getByRole('link', { name: 'Team', exact: true }).click()
  await page.getByLabel('Team name').fill('Acme and Sons')
  await page.getByRole('button', { name: 'Save team' }).click()
  await expect(page.getByRole('button', { name: 'Team Acme and Sons' })).toBeVisible()

  await visit(page, team.at('/settings/audit'))
  const log = page.getByRole('region', { name: 'Entries', exact: true })
  for (const what of [
    'Set a price',
    'Added an environment',
    'Renamed an environment',
    'Changed the team',
    'Created the team',
  ]) {
    await expect(log.getByRole('cell', { name: what })).toBeVisible()
  }
})

test('stored items: an admin sets how long they are kept and deletes those of a run, whose page then says so', async ({
  page,
  world,
  team,
  key,
}) => {
  const { admin } = team
  const search = { name: 'Ada', operation: 'timeline', subject: 'ada', shared: true }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const runs = [crypto.randomUUID(), crypto.randomUUID()]
  for (const runId of runs) await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId: key.id })
  const [run] = await world.db.run.findMany({ where: { teamId: team.id } })
  const items = (count: bigint | number = 0) => `${count.toLocaleString('en')} items`

  await enter(page, admin, '/settings/retention')
  const card = page.locator('#main')
  await expect(card).toContainText(`${items((run?.items ?? 0n) * 2n)} in 2 pages`)
  const days = card.getByLabel('Keep items (days)')
  await expect(days).toHaveAttribute('placeholder', 'Forever')
  await days.fill('0')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Enter a whole number of days, 1 or more.')).toBeVisible()
  await days.fill('45')
  await card.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('No items are that old yet')
  await dialog.getByRole('button', { name: 'Keep them for a shorter time' }).click()
  await expect(page.getByText('The settings were saved.')).toBeVisible()
  await visit(page, team.at('/settings/audit'))
  const log = page.getByRole('region', { name: 'Entries', exact: true })
  await expect(log.getByRole('row', { name: /Chose how long items are kept/ })).toContainText('→ 45 days')

  await visit(page, team.at(`/runs/${runs[0]}`))
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'Actions for the run of Ada' }).click()
  await page.getByRole('menuitem', { name: 'Delete the items…' }).click()
  await expect(dialog).toContainText('Runs, their counts')
  await dialog.getByRole('button', { name: 'Delete the items' }).click()
  await expect(page.getByText(/The \d+ items of this run were deleted by Ada Founder on/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Items' })).toHaveCount(0)
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText(String(run?.items))

  await visit(page, team.at('/settings/retention'))
  await expect(card).toContainText(`${items(run?.items)} in 1 page,`)
  await page.getByRole('button', { name: 'Actions for the stored items' }).click()
  await page.getByRole('menuitem', { name: 'Delete all items now…' }).click()
  await dialog.getByRole('button', { name: 'Delete the items' }).click()
  await expect(card).toContainText('None')
  await visit(page, team.at(`/runs/${runs[1]}`))
  await expect(page.getByText(/were deleted by Ada Founder/)).toBeVisible()
})

test('details of calls: an admin sets how long they are kept; the ledger, the run and the audit log say what was deleted', async ({
  page,
  world: { db },
  team,
  key,
}) => {
  const { admin } = team
  const search = { name: 'Ada', operation: 'timeline', subject: 'ada', shared: true }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const runId = crypto.randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId: key.id })
  // Make the call two hundred days old.
  const at = new Date(Date.now() - 200 * 24 * 60 * 60_000)
  const quarter = quarterHourOf(at)
  const ofTeam = { where: { teamId: team.id } }
  await db.attempt.updateMany({ ...ofTeam, data: { openedAt: at } })
  await db.ledgerEntry.updateMany({ ...ofTeam, data: { at, quarter, openedQuarter: quarter } })
  await db.rollup.updateMany({ ...ofTeam, data: { quarter } })
  await db.run.updateMany({ ...ofTeam, data: { startedAt: at } })

  await enter(page, admin, '/settings/retention')
  const card = page.locator('#main')
  const months = card.getByLabel('Keep call history (months)')
  await expect(months).toHaveValue('')
  await months.fill('2')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Enter a whole number of months, 3 or more.')).toBeVisible()
  await months.fill('3')
  await expect(card).toContainText('All sums stay')
  await card.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The details of 1 call will be deleted')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await db.team.findUnique({ where: { id: team.id } })).toMatchObject({ keepsCallsMonths: null })
  await card.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Keep them for a shorter time' }).click()
  await expect(page.getByText('The settings were saved.')).toBeVisible()
  await expectGoodPage(page, 'details-of-calls')

  // Does what the hourly job would do.
  const ctx = systemCtx(db, systemClock, await db.team.findUniqueOrThrow({ where: { id: team.id } }))
  while (await deleteOldCallsStep(ctx, { limit: 10, isMine: () => Promise.resolve(true) }));

  await page.reload()
  await expect(card).toContainText(/Before \d/)
  await visit(page, team.at('/settings/audit'))
  const log = page.getByRole('region', { name: 'Entries', exact: true })
  await expect(log.getByRole('cell', { name: 'Deleted details of calls that were too old' })).toBeVisible()
  await visit(page, team.at(`/runs/${runId}?tab=calls`))
  const told = /Details before .+ were deleted on .+\. Their sums and all unknown calls are kept\./
  await expect(page.getByRole('region', { name: 'Pages and costs' })).toContainText(told)
  const [from, to] = [at, new Date()].map((moment) => moment.toISOString().slice(0, 10))
  await visit(page, team.at(`/usage?from=${from}&to=${to}&tab=ledger`))
  await expect(page.getByRole('region', { name: 'Ledger' })).toContainText(told)

  // A choice is shown at once, with a sign that its figures are loading.
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/usage\?/, async (route) => {
    await isAnswered
    await route.continue()
  })
  const range = page.getByRole('combobox', { name: /^Range/ })
  await range.click()
  await page.getByRole('option', { name: 'Last 90 days' }).click()
  await expect(range).toHaveValue('Last 90 days')
  await expect(range).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('combobox', { name: 'Grouped by' }).click()
  await page.getByRole('option', { name: 'Member' }).click()
  await expect(page.getByRole('combobox', { name: 'Grouped by' })).toHaveValue('Member')
  answer()
  // Neither of two quick choices is lost.
  await page.waitForURL(/by=member/)
  await expect(page).toHaveURL(/range=90d/)
  await expect(range).toHaveAttribute('aria-busy', 'false')
})

test('a first run that failed is corrected during set-up', async ({ page, world, team, key: _ }) => {
  await bringSession(page, team.admin)
  await visit(page, `${world.server.baseUrl}/setup`)
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save only' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()

  await page.getByLabel('Name').fill('Ada')
  await page.getByText('Timeline', { exact: true }).click()
  await page.getByLabel('User').fill('nobody_of_this_name')
  await page.getByRole('button', { name: 'Save and run the first page' }).click()
  await expect(page.getByRole('alert').first()).toContainText('It was not charged.')
  await page.getByLabel('User').fill('ada')
  await page.getByRole('button', { name: 'Save and run the first page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your first items are here' })).toBeVisible()
  expect(await world.db.savedSearch.findMany({ where: { teamId: team.id } })).toMatchObject([
    { name: 'Ada', subject: 'ada' },
  ])
  expect(await world.db.ledgerEntry.count({ where: { teamId: team.id, outcome: 'SETTLED' } })).toBe(1)
})

test('a password typed before the script has loaded does not end up in the address', async ({
  browser,
  shared,
  // Without any account, Purser would show the set-up instead.
  team: _,
}) => {
  const address = `${shared.server.baseUrl}/sign-in`
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByLabel('E-mail address').fill(FOUNDER.email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  const sent = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect((await sent).method()).toBe('POST')
  expect((await sent).url()).toBe(address)
  await context.close()
})
