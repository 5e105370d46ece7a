import type { Locator, Page } from '@playwright/test'
import { FOUNDER } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { storeSpending } from '../spending'
import type { Team } from '../team'
import { enter, visit } from '../visits'
import type { UpstreamWorld } from '../world'

const BUDGETS = ['Monthly', 'Weekly', 'Brand watch'] as const

/** A wallet that lost credits and runs out, and three budgets that stopped: the worker finds all of it out itself. */
async function tellTroubles(world: UpstreamWorld, team: Team): Promise<void> {
  const { db } = world
  await storeSpending(world, team)
  for (const name of BUDGETS) {
    const fields = { name, scope: 'team', unit: 'items', period: 'total', amount: '500000', stops: true }
    const id = await team.admin.makeId('budgets/createBudgetAction', { ...fields, tellsAt: [] })
    await db.budget.update({ where: { id }, data: { stoppedAt: new Date() } })
  }
  await expect
    .poll(() => db.alert.groupBy({ by: ['kind'], where: { teamId: team.id }, _count: true }), {
      timeout: 60_000,
    })
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'outside_spend', _count: 1 }),
        expect.objectContaining({ kind: 'budget_stopped', _count: 3 }),
      ]),
    )
}

/** It may also run out by now. */
const OPENS_BRANDS = /^(Details: “Brands”|Wallet “Brands” · \d+ alerts$)/

const card = (page: Page) => page.getByRole('region', { name: 'Now', exact: true })
const rowOf = (page: Page, text: string | RegExp) => card(page).getByRole('row').filter({ hasText: text })
const boxOf = (page: Page, text: string | RegExp) =>
  rowOf(page, text).getByRole('checkbox', { name: /^Select / })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected alerts' })
const bell = (page: Page) => page.getByRole('link', { name: /^Alerts: / }).first()

async function countOf(page: Page): Promise<number> {
  const [, count] = /^Alerts: (\d+) open/.exec((await bell(page).textContent()) ?? '') ?? []
  return Number(count)
}

/** Chooses an entry of a menu of the bar. */
async function choose(page: Page, button: string, entry: string | RegExp): Promise<void> {
  await bar(page).getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const undo = (page: Page, message: string): Locator =>
  page.getByRole('group').filter({ hasText: message }).getByRole('button', { name: 'Undo' })

test('the inbox: a row each for what alerts are about, worst first; many are snoozed, assigned and acknowledged at once, with Undo', async ({
  page,
  world,
  team,
}) => {
  // The worker looks for alerts every fifteen seconds, and there is much to try.
  test.setTimeout(240_000)
  await tellTroubles(world, team)
  await enter(page, team.admin, '/alerts')
  const all = await countOf(page)
  await test.step('rows', async () => {
    const rows = card(page).locator('tbody > tr')
    await expect(rows.first()).toContainText('“Brands” lost 79,300 credits that no call explains')
    await expect(rows.filter({ hasText: '“Brands” lost' })).toHaveCount(1)
    // A single alert takes one line, and is not named twice.
    for (const name of BUDGETS)
      expect(
        (await rowOf(page, `“${name}” is blocking`).innerText()).match(new RegExp(name, 'g')),
      ).toHaveLength(1)
    const open = await card(page).locator('tbody > tr').count()
    await expect(card(page).getByText(`${open} open`, { exact: true })).toBeVisible()
    expect(open).toBe(all)
    await expectGoodPage(page, 'inbox')
  })
  await test.step('a row opens to its alerts', async () => {
    const row = rowOf(page, '“Brands” lost')
    const open = row.getByRole('button', { name: OPENS_BRANDS })
    await open.press('Enter')
    await expect(open).toHaveAttribute('aria-expanded', 'true')
    await expect(row.getByText(/the balance of “Brands” fell by/)).toBeVisible()
    await expect(row.getByRole('button', { name: /^Acknowledge: “Brands” lost/ })).toBeVisible()
    await expectGoodPage(page, 'inbox-open')
  })
  await test.step('snoozed, undone, and snoozed again by the keyboard', async () => {
    await boxOf(page, '“Monthly” is blocking').check()
    await boxOf(page, '“Weekly” is blocking').check()
    await expect(bar(page)).toContainText('2 alerts selected')
    await choose(page, 'Snooze…', /^Until tomorrow, 0?9:00/)
    await expect(rowOf(page, '“Monthly” is blocking')).toHaveCount(0)
    await expect(rowOf(page, '“Weekly” is blocking')).toHaveCount(0)
    await expect(bell(page)).toHaveAccessibleName(`Alerts: ${all - 2} open`)
    await undo(page, 'Snoozed 2 alerts.').click()
    await expect(rowOf(page, '“Monthly” is blocking')).toHaveCount(1)
    await expect(bell(page)).toHaveAccessibleName(`Alerts: ${all} open`)
    await rowOf(page, '“Monthly” is blocking').getByRole('link').first().focus()
    await page.keyboard.press('x')
    await expect(bar(page)).toContainText('1 alert selected')
    const snooze = bar(page).getByRole('button', { name: 'Snooze…' })
    await snooze.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'For 1 hour' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'For 1 week' }).press('Enter')
    await expect(rowOf(page, '“Monthly” is blocking')).toHaveCount(0)
  })
  await test.step('under the filter “Snoozed”, where the snooze is ended', async () => {
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Snoozed' }).click()
    await expect(page).toHaveURL(/show=snoozed/)
    await expect(card(page).locator('tbody > tr')).toHaveCount(1)
    await boxOf(page, '“Monthly” is blocking').check()
    await expectGoodPage(page, 'inbox-snoozed')
    await bar(page).getByRole('button', { name: 'End snooze' }).click()
    await expect(page.getByText('No matching alerts')).toBeVisible()
    await page.getByRole('link', { name: 'Remove the filter Show Snoozed' }).click()
    await expect(rowOf(page, '“Monthly” is blocking')).toHaveCount(1)
  })
  await test.step('assigned to oneself, found by that, undone', async () => {
    await boxOf(page, '“Weekly” is blocking').check()
    await choose(page, 'Assign…', `${FOUNDER.name} (me)`)
    await expect(rowOf(page, '“Weekly” is blocking')).toContainText(FOUNDER.name)
    await visit(page, team.at('/alerts?show=mine'))
    await expect(card(page).locator('tbody > tr')).toHaveCount(1)
    await boxOf(page, '“Weekly” is blocking').check()
    await choose(page, 'Assign…', 'Nobody')
    await expect(page.getByText('No matching alerts')).toBeVisible()
    await undo(page, 'Assigned 1 alert.').click()
    await expect(rowOf(page, '“Weekly” is blocking')).toContainText(FOUNDER.name)
  })
  await test.step('acknowledged at the end, and undone', async () => {
    await visit(page, team.at('/alerts'))
    for (const name of BUDGETS) await boxOf(page, `“${name}” is blocking`).check()
    await bar(page).getByRole('button', { name: 'Acknowledge' }).click()
    await expect(rowOf(page, '“Monthly” is blocking')).toContainText(`Acknowledged by ${FOUNDER.name}`)
    await expect(bell(page)).toHaveAccessibleName(`Alerts: ${all - 3} open`)
    await undo(page, 'Acknowledged 3 alerts.').click()
    await expect(bell(page)).toHaveAccessibleName(`Alerts: ${all} open`)
    await expect(rowOf(page, '“Monthly” is blocking')).not.toContainText('Acknowledged')
  })
  await test.step('a single one is acknowledged, undone, acknowledged again and reopened', async () => {
    const row = rowOf(page, '“Monthly” is blocking')
    await row.getByRole('button', { name: /^Details/ }).click()
    const acknowledge = row.getByRole('button', { name: /^Acknowledge: / })
    await acknowledge.click()
    await expect(row).toContainText(`acknowledged by ${FOUNDER.name}`)
    await undo(page, 'Acknowledged 1 alert.').click()
    await acknowledge.click()
    await row.getByRole('button', { name: /^Reopen: / }).click()
    await expect(acknowledge).toBeVisible()
    await expect(row).not.toContainText('cknowledged by')
  })
  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, team.at('/alerts'))
    await boxOf(page, '“Weekly” is blocking').check()
    await expect(bar(page).getByRole('button', { name: 'Snooze…' })).toBeInViewport({ ratio: 1 })
    await rowOf(page, '“Brands” lost').getByRole('button', { name: OPENS_BRANDS }).click()
    await expectGoodPage(page, 'inbox-phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectGoodPage(page, 'inbox-phone-dark')
    await page.emulateMedia({ colorScheme: null })
  })
})
