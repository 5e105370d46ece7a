import type { Page } from '@playwright/test'
import { addPerson, type TeamClient } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter, signIn, untilAlive, visit } from '../visits'

let admin: TeamClient
let runId: string
test.beforeEach(async ({ team, key }) => {
  admin = team.admin
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee', shared: true }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  runId = crypto.randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId: key.id })
})

const list = (page: Page) => page.getByRole('list', { name: 'Items' })
const status = (page: Page) => page.getByRole('status').filter({ hasText: /items?$|Looking/ })
const only = (page: Page, which: string) =>
  page.getByRole('radiogroup', { name: 'Which items' }).getByText(which, { exact: true })

/** Checks the page in light and in dark. */
async function expectGoodSchemes(page: Page, name: string, part?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectGoodPage(page, `${name}-${colorScheme}`, { part })
  }
}

test('items are starred, noted and hidden, and found by their marks and ids', async ({ page, team }) => {
  test.setTimeout(120_000)
  await enter(page, admin, `/runs/${runId}`)
  const count = Number.parseInt(await status(page).innerText(), 10)
  const star = page.getByRole('button', { name: /^Star item 2 by/ })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')

  // A note is saved by its button only; also tested by keyboard.
  const note = page.getByRole('button', { name: /^Note on item 3 by/ })
  await note.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Note on item 3 by/ })
  await dialog.getByLabel('Note').fill('Ask Bea about the beans')
  // Checks the form alone, because axe takes the header of a library's dialog for the page's own.
  await expectGoodSchemes(page, 'note', '[role=dialog] form')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog).toBeHidden()
  await expect(list(page).getByText('Ask Bea about the beans')).toBeVisible()
  await expect(
    list(page)
      .getByText(/Marked by Ada Founder/)
      .first(),
  ).toBeVisible()
  await expect(note).toBeFocused()

  // A hidden item disappears at once, and the next one moves up.
  await page.getByRole('button', { name: /^Hide item 1 by/ }).click()
  await expect(status(page)).toHaveText(`${count - 1} items`)
  await expect(page.getByRole('button', { name: /^Hide item 2 by/ })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Hide item 1 by/ })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 900 })
  await expectGoodSchemes(page, 'cards')
  await page.setViewportSize({ width: 1280, height: 900 })

  // Everything survives a reload.
  await page.reload()
  await untilAlive(page)
  await expect(status(page)).toHaveText(`${count - 1} items`)
  await page.getByRole('button', { name: 'Show 1 hidden' }).click()
  await expect(page).toHaveURL(/only=hidden/)
  await expect(status(page)).toHaveText('1 item')
  await page.getByRole('button', { name: /^Hide item 1 by/ }).click()
  await expect(status(page)).toHaveText('0 items')
  await expect(status(page)).toBeFocused()
  await only(page, 'Starred').click()
  await expect(status(page)).toHaveText('1 item')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await only(page, 'All').click()
  await page.getByLabel('Find in these items').fill('about the BEANS')
  await expect(status(page)).toHaveText('1 item')
  await page.getByLabel('Find in these items').fill('')
  await expect(status(page)).toHaveText(`${count} items`)

  // The table shows the chosen columns, which the address keeps.
  await page.getByText('Table', { exact: true }).click()
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await expect(head('Author')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Author' }).uncheck()
  await page.getByRole('checkbox', { name: 'Marked by' }).check()
  await expectGoodSchemes(page, 'columns')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await page.reload()
  await expect(head('Marked by')).toBeVisible()
  await expect(head('Author')).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: 'Ask Bea' })
  const id = (await row.getByRole('cell').nth(6).innerText()).trim()
  await page.setViewportSize({ width: 390, height: 900 })
  await expectGoodSchemes(page, 'table')

  await visit(page, team.at('/runs'))
  await page.getByLabel('Find an item by its id').fill(id)
  await page.getByRole('button', { name: 'Find' }).click()
  const found = page.getByRole('region', { name: 'The item' })
  await expect(found.getByText('Ask Bea about the beans')).toBeVisible()
  await expectGoodSchemes(page, 'found')
  await expect(found.getByRole('link', { name: 'Coffee, run by Ada Founder' })).toHaveAttribute(
    'href',
    `/${team.slug}/runs/${runId}`,
  )
  await page.goto(team.at('/runs?item=nothing'))
  await expect(found.getByText('has an item with the id nothing')).toBeVisible()
})

test('a refused note keeps its text; a viewer sees marks and cannot change them', async ({
  page,
  world,
  team,
}) => {
  const ofTeam = { teamId: team.id }
  const { itemId } = await world.db.sighting.findFirstOrThrow({ where: ofTeam })
  await admin.mustPerform('runs/markItemAction', { itemId, state: 'starred', note: 'Look here' })
  const member = await addPerson(admin, 'member')
  await enter(page, member, `/runs/${runId}?only=starred`)
  const dialog = page.getByRole('dialog', { name: /^Note on item/ })
  await page.getByRole('button', { name: /^Note on item/ }).click()
  await dialog.getByLabel('Note').fill('A long thought')
  const { id: memberId } = await world.db.member.findFirstOrThrow({
    where: { ...ofTeam, user: { email: member.email } },
  })
  // A change of role ends the member's session.
  await admin.mustPerform('members/changeRoleAction', { memberId, role: 'viewer' })
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog.getByRole('alert')).toContainText('what you typed is still here')
  await expect(dialog.getByLabel('Note')).toHaveValue('A long thought')

  await signIn(page, member.baseUrl, member.email, `/${team.slug}/runs/${runId}?only=starred`)
  await expect(list(page).getByText('Look here')).toBeVisible()
  await expect(list(page).getByText('Starred', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Star|Hide|Note on) item/ })).toHaveCount(0)
})

test('items of all runs are found by their words, with the runs that bought them and a chart by day', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await enter(page, admin, '/items')
  const field = page.getByRole('textbox', { name: 'Words' })
  await field.fill('coffee')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.waitForURL(/\/items\?words=coffee/)
  const found = page.getByRole('list', { name: 'Items found' }).getByRole('listitem')
  // The worker may not have indexed the purchase yet.
  await expect(async () => {
    await page.reload()
    await expect(found).toHaveCount(20, { timeout: 2000 })
  }).toPass()
  await expect(field).toHaveValue('coffee')
  await expect(
    found
      .first()
      .getByText(/^coffee$/i)
      .first(),
  ).toBeVisible()
  await expect(found.first().getByText(/^Bought .* by Coffee$/)).toBeVisible()
  await untilAlive(page)
  await page.getByRole('heading', { name: 'By day' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('img', { name: /^Items found, by day of purchase/ })).toBeVisible()
  await expectGoodSchemes(page, 'words')
  await page.setViewportSize({ width: 390, height: 900 })
  await expectGoodSchemes(page, 'words-phone')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('link', { name: 'First page' })).toBeVisible()
  await page.getByRole('list', { name: 'Items found' }).getByRole('link', { name: 'Coffee' }).first().click()
  await page.waitForURL(`**/runs/${runId}`)

  await visit(page, `${admin.baseUrl}/${admin.team}/items?words=${'x '.repeat(11)}&after=y&from=z`)
  await expect(page.getByRole('list', { name: 'Items found' })).toHaveCount(0)
})
