import { readFile } from 'node:fs/promises'
import { addPerson } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter } from '../visits'

test('an admin searches and exports the audit log; a member has no access', async ({ page, team }) => {
  const { admin } = team
  await admin.mustPerform('settings/createEnvironmentAction', { name: 'preview', color: 'blue' })
  await enter(page, admin, '/settings')
  // The tab is the only link to it.
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
  // The export follows the list, which briefly still shows the result of the text filter alone.
  await expect(exported).toHaveAttribute('href', /kind=environment/)
  const [download] = await Promise.all([page.waitForEvent('download'), exported.click()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain('"environment.create","preview"')

  await page.getByLabel('Find in entries').fill('nothing of this')
  // Streamed content is briefly outside of #main, and hidden.
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
