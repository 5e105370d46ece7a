import { readFile } from 'node:fs/promises'
import { addPerson } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter } from '../visits'

test('the audit log is searched and exported by an admin, and closed to a member', async ({ page, team }) => {
  const { admin } = team
  await admin.mustPerform('settings/createEnvironmentAction', { name: 'preview', color: 'blue' })
  await enter(page, admin, '/settings')
  // The tab is the one way to it.
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible()
  const entries = page.getByRole('region', { name: 'Entries', exact: true })
  await expect(entries.getByRole('cell', { name: 'Created the team' })).toBeVisible()

  await page.getByLabel('Find in entries').fill('PREVIEW')
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Environments' }).click()
  await expect(page).toHaveURL(/kind=environment/)
  await expect(page).toHaveURL(/text=PREVIEW/)
  await expect(entries.getByRole('row')).toHaveCount(2)
  await expect(entries.getByRole('cell', { name: 'Added an environment' })).toBeVisible()
  const exported = page.getByRole('link', { name: 'Export as CSV' })
  // It takes what is shown, which is still what the words alone have found for a moment.
  await expect(exported).toHaveAttribute('href', /kind=environment/)
  const [download] = await Promise.all([page.waitForEvent('download'), exported.click()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain('"environment.create","preview"')

  await page.getByLabel('Find in entries').fill('nothing of this')
  // What streams in stands outside of the page, and is hidden, for a moment.
  await expect(page.locator('#main').getByText('No entries here')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByLabel('Find in entries')).toHaveValue('')
  await expect(entries.getByRole('cell', { name: 'Created the team' })).toBeVisible()

  await page.getByLabel('First day').fill('2026-03-11')
  await page.getByLabel('Last day').fill('2026-03-10')
  await expect(page.getByText('The last day is before the first day. Choose other days')).toBeVisible()
  await expect(entries).toHaveCount(0)
  await expectGoodPage(page, 'audit-days')

  await enter(page, await addPerson(admin, 'member'), '/settings/audit')
  await expect(page.getByText('This needs the role admin')).toBeVisible()
})
