import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter, visit } from '../visits'

const NOBODY = 'nobody_has_this_name'
/** No call can name it, since it would be a step in an address. */
const UNSENDABLE = '..'

const rowOf = (page: Page, subject: string) =>
  page.getByRole('table', { name: 'Subjects' }).getByRole('row').filter({ hasText: subject })

test('a pasted list is one search: its cost is said for the whole, each subject has a row, and what failed runs again', async ({
  page,
  team,
  key: _,
}) => {
  test.setTimeout(120_000)
  await enter(page, team.admin, '/searches/new')
  await expect(async () => {
    await page.getByText('A list', { exact: true }).click()
    await expect(page.getByLabel('Users', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Our list')
  const list = page.getByLabel('Users', { exact: true })
  await list.fill(`ada\nzadie_walsh\n\n@Ada\nbob smith`)
  await expect(page.getByText('Line 5, “bob smith”, is not the name of a user.')).toBeVisible()
  await expect(page.getByText('2 users. Line 4 repeats line 1. Each is taken once.')).toBeVisible()
  // What cannot be used keeps the whole from being saved, and stays as it was typed.
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page).toHaveURL(/\/searches\/new$/)
  await expect(
    page.getByText('The search was not saved. Line 5, “bob smith”, is not the name of a user.'),
  ).toBeVisible()
  await expect(list).toBeFocused()
  const selected = await list.evaluate((field) =>
    field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : null,
  )
  expect(selected).toBe('bob smith')
  await expect(list).toHaveValue(/bob smith/)
  const csv = `name;why\n"zadie_walsh";x\n${NOBODY};y`
  await page
    .getByLabel('File with a list')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(list).toHaveValue(`name\nzadie_walsh\n${NOBODY}`)
  await expect(page.getByText('2 users. Line 1, “name”, is a heading and was skipped.')).toBeVisible()
  await list.fill(`https://x.com/ada\n@zadie_walsh\n${NOBODY}\n${UNSENDABLE}\ngrace\nbasil`)
  await page.getByRole('button', { name: 'Save search' }).click()

  await expect(page.getByRole('heading', { name: 'Our list' })).toBeVisible()
  await expect(page.getByText('Timeline of ada and 5 more').first()).toBeVisible()
  await expect(rowOf(page, NOBODY)).toContainText('Not run yet')
  await expect(page.getByText(/All 6 subjects together: at most 6,000 items/)).toBeVisible()
  await page.getByLabel('Stop after (items)').fill('20')
  await page.getByRole('button', { name: 'Run in the background' }).click()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(page.getByText(/2 of 6 subjects failed/)).toBeVisible({ timeout: 30_000 })
  await expect(rowOf(page, 'ada')).toContainText('20')
  await expect(rowOf(page, NOBODY)).toContainText('Ended early')
  const first = page.url()
  // It asks first, and leaves out whom the API does not know.
  await page.getByRole('button', { name: 'Run 1 failed subject again' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('At most 100 items')
  await expect(question).toContainText('1 user that the API does not know is left out.')
  await question.getByRole('button', { name: 'Run again' }).click()
  await expect(page).not.toHaveURL(first)
  await expect(page.getByText(/Its only subject failed/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('table', { name: 'Subjects' }).getByRole('row')).toHaveCount(2)

  // The list of runs has a row for each batch, and the search's page one for each subject.
  await visit(page, team.at('/runs'))
  await expect(page.getByRole('table', { name: /Runs/ }).getByRole('row')).toHaveCount(3)
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, team.at('/searches'))
  await page.getByRole('link', { name: 'Our list', exact: true }).click()
  await expect(rowOf(page, 'zadie_walsh')).toContainText('20')
  await expect(rowOf(page, 'ada')).toContainText('20')
  // The badge is laid out as everywhere, with its sign beside its words.
  await expect(rowOf(page, 'ada').locator('span[data-tone]')).toHaveCSS('display', 'inline-flex')
  await expect(rowOf(page, 'basil')).toBeHidden()
  await expectGoodPage(page, 'subjects-phone')
  await page.getByRole('link', { name: 'Show all 6' }).click()
  await expect(rowOf(page, 'basil')).toContainText('20')
})
