import { expect, test } from '../fixtures'
import { enter, untilAlive } from '../visits'

/** What somebody types at once, or wrongly, is neither lost nor taken for something else. */

test('a field with a long list takes what is typed before its list is there', async ({
  page,
  team: { admin },
}) => {
  await enter(page, admin, '/settings')
  await untilAlive(page)
  let [held, letGo]: [number, () => void] = [0, () => undefined]
  const isTyped = new Promise<void>((proceed) => {
    letGo = proceed
  })
  await page.route('**/_next/static/**', async (route) => {
    held++
    await isTyped
    await route.continue()
  })
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.focus()
  await page.keyboard.type('kolk')
  await expect(zone).toHaveValue('kolk')
  expect(held).toBeGreaterThan(0)
  letGo()
  const found = page.getByRole('option', { name: 'Asia/Kolkata' })
  await expect(found).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(zone).toHaveValue('kolk')
  await found.click()
  await expect(zone).toHaveValue('Asia/Kolkata')
  // Typed again, it replaces what stands there; and it says where nothing fits.
  await zone.selectText()
  await page.keyboard.type('nowhere')
  await expect(page.getByText('Nothing fits.')).toBeVisible()
})

test('an amount with a decimal comma, and percents that are none, are refused at their fields', async ({
  page,
  team: { admin },
}) => {
  await enter(page, admin, '/budgets')
  await page.getByRole('button', { name: 'Create budget' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Commas')
  await form.getByLabel(/^Amount/).fill('12,5')
  await form.getByLabel(/^Warns at/).fill('abc, 900')
  await form.getByRole('button', { name: 'Create budget' }).click()
  await expect(form.getByText('Use whole percents.')).toBeVisible()
  await form.getByLabel(/^Warns at/).fill('80')
  await form.getByRole('button', { name: 'Create budget' }).click()
  await expect(form.getByText('Enter a number of credits, such as 150 or 0.5')).toBeVisible()
  await form.getByLabel(/^Amount/).fill('12.5')
  await form.getByRole('button', { name: 'Create budget' }).click()
  await expect(page.getByText('12.50 credits').first()).toBeVisible()
})
