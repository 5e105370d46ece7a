import { addPerson } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { buyPage, COFFEE } from '../lane'
import { bringSession, visit } from '../visits'

test('on a phone each row is a card, with its actions on the screen', async ({
  page,
  world,
  team,
  key: _,
}) => {
  const { admin } = team
  await world.db.user.update({ where: { email: admin.email }, data: { isInstallationAdmin: true } })
  const { email } = await addPerson(admin, 'member')
  await admin.mustPerform('members/createInviteAction', { role: 'viewer', email: 'eve@example.org' })
  await admin.mustPerform('searches/createSearchAction', {
    name: 'Coffee',
    operation: 'search',
    subject: 'coffee',
  })
  await admin.fetch('/account')
  await page.setViewportSize({ width: 390, height: 844 })
  await bringSession(page, admin)
  const places = [
    { path: `/${team.slug}/members`, button: /^Actions for / },
    { path: `/${team.slug}/members`, button: /^Withdraw / },
    { path: `/${team.slug}/keys`, button: /^Actions for / },
    { path: `/${team.slug}/searches`, button: 'Run Coffee' },
    { path: `/account/people?text=${encodeURIComponent(email)}`, button: /^Actions for / },
  ]
  for (const { path, button } of places) {
    await visit(page, admin.baseUrl + path)
    const table = page.getByRole('table').filter({ has: page.getByRole('button', { name: button }) })
    const link = page.getByRole('table').filter({ has: page.getByRole('link', { name: button }) })
    const shown = table.or(link).first()
    const action = shown.getByRole('button', { name: button }).or(shown.getByRole('link', { name: button }))
    await action.first().evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(action.first()).toBeInViewport({ ratio: 1 })
    const box = await shown.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390, `${path} fits`).toBe(true)
    await expectGoodPage(page, `phone${path.replace(/\W+/g, '-')}`)
  }
  await test.step('a figure shows its unit, because the column header is hidden', async () => {
    await visit(page, `${admin.baseUrl}/${team.slug}/wallets`)
    const figure = page.locator('td[data-card=figure] [data-unit]').first()
    await expect(figure).toBeVisible()
    expect(await figure.evaluate((each) => getComputedStyle(each, '::after').content)).toContain('credits')
  })
})

test('a run that another browser continues has no empty line on a phone', async ({
  page,
  world,
  team,
  key,
}) => {
  const { admin } = team
  await buyPage(admin, await admin.makeId('searches/createSearchAction', COFFEE), key.id)
  const { id } = await world.db.run.findFirstOrThrow({ where: { teamId: team.id } })
  await page.setViewportSize({ width: 390, height: 844 })
  await bringSession(page, admin)
  await visit(page, team.at(`/runs/${id}`))
  await expect(
    page.getByText('More pages of this run can be bought only in the browser that started it'),
  ).toBeVisible()
  const figures = await page.getByRole('status', { name: 'Bought so far' }).boundingBox()
  const words = await page.getByText(/^More available Search: Coffee · production/).boundingBox()
  const gap = (words?.y ?? 0) - ((figures?.y ?? 0) + (figures?.height ?? 0))
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThan(12)
})

test('on a phone filters are behind one button with their count, and an audit entry is titled by its action', async ({
  page,
  team,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await bringSession(page, team.admin)
  await visit(page, team.at('/runs'))
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Not ended' }).click()
  await drawer.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()

  await visit(page, team.at('/settings/audit'))
  await expect(page.getByRole('textbox', { name: 'Find in entries' })).toHaveCount(0)
  const entries = page.getByRole('table', { name: /^Entries/ })
  const first = entries.getByRole('row').filter({ hasText: 'Created the team' }).getByRole('cell')
  await expect(first.first()).toHaveText(/^Created the team/)
  await expect(entries.locator('time').first()).toHaveAttribute('title', /\d\d:\d\d:\d\d.*\(Europe\/Berlin\)/)
  await page.getByRole('button', { name: 'Filters' }).click()
  await drawer.getByLabel('Find in entries').fill('nothing of this')
  await drawer.getByRole('button', { name: 'Done' }).click()
  await expect(page.locator('#main').getByText('No entries here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
})
