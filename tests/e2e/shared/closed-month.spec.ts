import { writeFile } from 'node:fs/promises'
import { formatMonth, SYSTEM } from '@/lib/kernel'
import { recordMonths } from '@/lib/money/statements'
import { DAY_MS, daysOfMonth, monthAfter, monthContaining, monthNameBefore } from '@/lib/platform/calendar'
import { bookOf } from '../../factories/ledger'
import { paperWallet } from '../../factories/paper-wallet'
import { makeTestClock } from '../../factories/test-clock'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter, visit } from '../visits'

const ZONE = 'Europe/Berlin'

test('an admin closes a month; a late charge is listed since, carried on, and all of it prints', async ({
  page,
  world,
  team,
}) => {
  const { admin } = team
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  // The last month may not have been over for two hours.
  const month = monthNameBefore(monthContaining(new Date(Date.now() - 31 * DAY_MS), ZONE).name)
  const next = monthAfter(month, ZONE)
  const row = await world.db.team.findUniqueOrThrow({ where: { id: team.id } })
  const ctxAt = (at: Date) => {
    const clock = makeTestClock(at)
    const { id, slug, name } = row
    return { team: { id, slug, name, timeZone: ZONE }, actor: SYSTEM, db: world.db, clock }
  }
  const middle = new Date(next.startsAt.getTime() - 10 * DAY_MS)
  const ctx = ctxAt(middle)
  const wallet = paperWallet(ctx, ctx.clock, walletId)
  await wallet.read()
  await wallet.page(40)
  await wallet.lose(20)
  await wallet.read()
  await recordMonths(ctxAt(new Date()))

  const path = (name: string) =>
    `/wallets/${walletId}?${new URLSearchParams({ tab: 'statement', ...daysOfMonth(name) })}`
  await enter(page, admin, path(month))
  const card = page.getByRole('region', { name: 'Statement', exact: true })
  await expect(card).toContainText('Not closed.')
  await card.getByRole('button', { name: 'Close month…' }).click()
  const dialog = page.getByRole('dialog', { name: `Close ${formatMonth(month)}?` })
  await expect(dialog).toContainText('1 call ended without an answer')
  await dialog.getByRole('button', { name: 'Close month' }).click()
  await expect(page.getByText(`${formatMonth(month)} was closed.`)).toBeVisible()
  await expect(card).toContainText('Closed by')
  const closing = await card.getByRole('row', { name: /^Closing balance/ }).innerText()

  const book = bookOf(ctxAt(new Date(middle.getTime() + DAY_MS)))
  await book.settle(await book.begin({ walletId, environmentId: team.environmentId }), 10)
  await visit(page, page.url())
  await expect(
    card.getByRole('row', { name: /^Since closing: production, Timeline.*10.*−1\.50/ }),
  ).toBeVisible()
  expect(
    await card
      .getByRole('row', { name: /^Closing balance/ })
      .first()
      .innerText(),
  ).toBe(closing)
  await expect(card.getByRole('link', { name: 'Calls in this month' })).toBeVisible()
  await expectGoodPage(page, 'closed-month')

  await visit(page, team.at(path(next.name)))
  await expect(
    card.getByRole('row', { name: /^Carried over: changes to the month before since it was closed.*−1\.50/ }),
  ).toBeVisible()

  await world.db.alert.create({
    data: {
      ...{ id: crypto.randomUUID(), teamId: team.id, kind: 'outside_spend', subjectId: walletId },
      ...{ subjectName: 'Main', dedupeKey: `outside_spend|${walletId}`, title: '“Main” lost 7 credits' },
      ...{ detail: '', data: '{"credits":"7"}', path: `wallets/${walletId}`, firedAt: new Date() },
    },
  })
  await visit(page, team.at(path(month)))
  const alarm = page.getByRole('alert').filter({ hasText: 'Main lost 7 credits' })
  await expect(alarm).toBeVisible()
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  if (process.env.SHOTS) await writeFile(`${process.env.SHOTS}/closed-month.pdf`, pdf)
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Close month…', 'Reopen month…', 'Print'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  // A fixed element would stand on each page of the paper.
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Main' })).toBeVisible()
  await expect(card).toContainText(row.name)
  await expect(card).toContainText('Closed by')
  // As large as other text on paper, and without what wants attention now.
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
  expect(await card.getByRole('cell').first().evaluate(sizeOf)).toBeGreaterThanOrEqual(12)
  await expect(alarm).toBeHidden()
  await page.emulateMedia({ media: null })

  await visit(page, team.at(`/reports?month=${month}`))
  await expect(
    page.getByRole('heading', { level: 1, name: `Report for ${formatMonth(month)}` }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'By wallet', exact: true })).toContainText('Since closing')
  await expectGoodPage(page, 'monthly-report')
  await page.getByRole('link', { name: 'Main', exact: true }).click()
  await card.getByRole('button', { name: 'Reopen month…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen month' }).click()
  await expect(card).toContainText('Not closed.')
  await expect(card.getByText('Since closing')).toHaveCount(0)
})
