import { expect, test } from '../fixtures'
import { buyPage, COFFEE } from '../lane'
import { addFirstKey } from '../team'
import { enter } from '../visits'

test('an admin replaces a key on its page, which explains a reference that cannot be read', async ({
  page,
  world,
  team,
}) => {
  const { admin } = team
  const key = await addFirstKey(world, team, { balance: '1000' })
  const next = await world.operator.createKey(key.sandboxWallet)
  await enter(page, admin, `/keys/${key.id}`)
  const open = () => page.getByRole('button', { name: 'Replace key', exact: true }).click()
  await open()
  const card = page.getByRole('dialog', { name: 'Replace this key' })
  await card.getByLabel(/^New key/).fill('abc')
  await card.getByRole('button', { name: 'Check and replace key' }).click()
  await expect(card).toContainText('A key is xd_live_ followed by 32 characters.')
  await card.getByLabel(/^New key/).fill(next)
  await card.getByRole('button', { name: 'Check and replace key' }).click()
  await expect(page.getByText('The key was replaced. Calls use the new one from now on.')).toBeVisible()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'This key', exact: true })).toContainText(next.slice(0, 12))
  expect(await page.content()).not.toContain(next.slice(12))

  const reference = `env:PURSER_KEY_${team.slug.toUpperCase().replaceAll('-', '_')}__MAIN`
  await open()
  await expect(card.getByLabel(/^New key/)).toHaveValue('')
  await card.getByLabel(/^New key/).fill(reference)
  await card.getByRole('button', { name: 'Check and replace key' }).click()
  await expect(card).toContainText('is not set. Ask the person who runs Purser')
  // The same state as after the operator has removed the variable.
  await world.db.key.update({ where: { id: key.id }, data: { reference, sealed: null } })
  await page.reload()
  const facts = page.getByRole('region', { name: 'This key', exact: true })
  await expect(facts).toContainText(`Read from ${reference}`)
  await expect(facts.getByRole('alert')).toContainText('The key cannot be read: the variable')
})

test('a printed chart is as wide as the paper', async ({ page, team: { admin }, key }) => {
  await buyPage(admin, await admin.makeId('searches/createSearchAction', COFFEE), key.id)
  await page.setViewportSize({ width: 1280, height: 400 })
  await enter(page, admin, `/keys/${key.id}`)
  const card = page.getByRole('region', { name: 'Spend in 7 days', exact: true })
  await card.scrollIntoViewIfNeeded()
  const chart = card.locator('.recharts-surface')
  // Wait until the chart has the width of its card, not an intermediate one.
  await expect
    .poll(() => chart.first().evaluate((drawing) => drawing.getBoundingClientRect().width))
    .toBeGreaterThan(800)
  // Printing does not redraw a chart, so replace it with a static copy at the window's size.
  await page.evaluate(() => {
    for (const wrapper of document.querySelectorAll<HTMLElement>('.recharts-wrapper')) {
      const copy = wrapper.cloneNode(true)
      wrapper.replaceWith(copy)
    }
  })
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 794, height: 1123 })
  const { right, width } = await chart.first().evaluate((drawing) => drawing.getBoundingClientRect())
  expect(right).toBeLessThanOrEqual(794)
  // The chart is not empty.
  expect(width).toBeGreaterThan(600)
  // All columns of the ledger fit, too.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794)
})

test('a chart that was not scrolled to is printed as its table: printing waits for nothing', async ({
  page,
  team: { admin },
  key,
}) => {
  await buyPage(admin, await admin.makeId('searches/createSearchAction', COFFEE), key.id)
  await page.setViewportSize({ width: 1280, height: 400 })
  await enter(page, admin, `/keys/${key.id}`)
  const card = page.getByRole('region', { name: 'Spend in 7 days', exact: true })
  await expect(card).toBeAttached()
  await expect(card.locator('.recharts-surface')).toHaveCount(0)
  const rowsAt = (moment: string) =>
    card.evaluate((element, type) => {
      dispatchEvent(new Event(type))
      return element.querySelectorAll('tbody tr').length
    }, moment)
  expect(await rowsAt('beforeprint')).toBe(7)
  await expect.poll(() => rowsAt('afterprint')).toBe(0)
})

test('an admin disables and deletes a key on its page, which then leads back to the list', async ({
  page,
  team,
  key,
}) => {
  await enter(page, team.admin, `/keys/${key.id}`)
  const actions = page.getByRole('button', { name: /^Actions for / })
  const facts = page.getByRole('region', { name: 'This key', exact: true })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(facts).toContainText('Disabled')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await expect(facts).toContainText('Active')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the key' }).click()
  await expect(page).toHaveURL(team.at('/keys'))
  await expect(page.getByText('No keys yet')).toBeVisible()
})
