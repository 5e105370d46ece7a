import { addPerson } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { bringSession, visit } from '../visits'

test('on a phone each row is a card, and what can be done to it is on the screen', async ({
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
    { path: `/${team.slug}/members`, button: /^Remove / },
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
    await action.first().scrollIntoViewIfNeeded()
    await expect(action.first()).toBeInViewport({ ratio: 1 })
    const box = await shown.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390, `${path} fits`).toBe(true)
    await expectGoodPage(page, `phone${path.replace(/\W+/g, '-')}`)
  }
  await test.step('a figure has its unit, whose head is not shown', async () => {
    await visit(page, `${admin.baseUrl}/${team.slug}/wallets`)
    const figure = page.locator('td[data-card=figure] [data-unit]').first()
    await expect(figure).toBeVisible()
    expect(await figure.evaluate((each) => getComputedStyle(each, '::after').content)).toContain('credits')
  })
})
