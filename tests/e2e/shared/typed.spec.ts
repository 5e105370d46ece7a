import { expect, test } from '../fixtures'
import { enter, untilAlive } from '../visits'

/** Input typed early or wrongly is neither lost nor misread. */

test('a field with a long list accepts typing before its list has loaded', async ({
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
  // Typing again replaces the value, and the field says if nothing fits.
  await zone.selectText()
  await page.keyboard.type('nowhere')
  await expect(page.getByText('No matches.')).toBeVisible()
})

test('a decimal comma and invalid percentages are refused at their fields', async ({
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
  // Both errors show at once; changing one field clears only its own.
  const percents = form.getByText('Use whole percents.')
  const number = form.getByText('Enter a number, such as 150 or 0.5.')
  await expect(percents).toBeVisible()
  await expect(number).toBeVisible()
  await form.getByLabel(/^Warns at/).fill('80')
  await expect(percents).toHaveCount(0)
  await expect(form.getByLabel(/^Warns at/)).not.toHaveAttribute('aria-invalid', 'true')
  await expect(number).toBeVisible()
  // The field shows how it reads the number, because some people would read this as a thousand.
  await form.getByLabel(/^Amount/).fill('1.000')
  await expect(form.getByText('That is 1 credit.')).toBeVisible()
  await form.getByLabel(/^Amount/).fill('12.5')
  await form.getByRole('button', { name: 'Create budget' }).click()
  await expect(page.getByText('12.50 credits').first()).toBeVisible()
})

test('a missing value in a new search is no longer reported once it is typed', async ({
  page,
  team: { admin },
}) => {
  await enter(page, admin, '/searches/new')
  await page.getByLabel('Name').fill('Of nobody')
  await page.getByRole('button', { name: 'Save search' }).click()
  const user = page.getByLabel(/^User/)
  await expect(user).toHaveAttribute('aria-invalid', 'true')
  await user.fill('ada')
  await expect(user).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Of nobody' })).toBeVisible()
})

test('a missing choice is no longer reported once it is made', async ({ page, team: { admin } }) => {
  await enter(page, admin, '/budgets')
  await page.getByRole('button', { name: 'Create budget' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Of production')
  await form.getByLabel(/^Amount/).fill('100')
  await form.getByRole('combobox', { name: 'For' }).click()
  await page.getByRole('option', { name: 'An environment' }).click()
  await form.getByRole('button', { name: 'Create budget' }).click()
  const missing = form.getByText('Choose what it is for.')
  await expect(missing).toBeVisible()
  await form.getByRole('combobox', { name: 'Which one' }).click()
  await page.getByRole('option').first().click()
  await expect(missing).toHaveCount(0)
})

test('what was typed into a drawer is there when it is opened again, until it is saved or discarded', async ({
  page,
  team: { admin },
}) => {
  const note = page.getByText('This is what you typed earlier. It has not been saved.')
  await enter(page, admin, '/budgets')
  const open = page.getByRole('button', { name: 'Create budget' }).first()
  const form = page.getByRole('dialog', { name: 'Create a budget' })
  await test.step('nothing typed, nothing said', async () => {
    await open.click()
    await expect(form.getByLabel('Name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(open).toBeFocused()
    await open.click()
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(note).toHaveCount(0)
  })
  await test.step('closed three ways, it stays, also a choice of a list', async () => {
    await form.getByLabel('Name').fill('Half a')
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => form.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 400),
    ]) {
      await close()
      await expect(form).toHaveCount(0)
      await expect(open).toBeFocused()
      await open.click()
      await expect(form.getByLabel('Name')).toHaveValue('Half a')
      await expect(note).toBeVisible()
    }
    await form.getByRole('combobox', { name: 'For' }).click()
    await page.getByRole('option', { name: 'An environment' }).click()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    // A hidden form is in nobody's way: single keys work.
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await open.click()
    await expect(form.getByRole('combobox', { name: 'For' })).toHaveValue('An environment')
  })
  await test.step('discarded, it is empty and has the focus', async () => {
    await form.getByRole('button', { name: 'Discard' }).click()
    await expect(form.getByLabel('Name')).toHaveValue('')
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(note).toHaveCount(0)
    await page.keyboard.press('Escape')
    await open.click()
    await expect(note).toHaveCount(0)
  })
  await test.step('saved, it is empty again', async () => {
    await form.getByLabel('Name').fill('Whole')
    await page.keyboard.press('Escape')
    await open.click()
    await form.getByLabel(/^Amount/).fill('100')
    await form.getByRole('button', { name: 'Create budget' }).click()
    await expect(page.getByText('Whole').first()).toBeVisible()
    await expect(form).toHaveCount(0)
    await page.getByRole('button', { name: 'Create budget' }).first().click()
    await expect(form.getByLabel('Name')).toHaveValue('')
    await expect(note).toHaveCount(0)
  })
  await test.step('in a drawer that shows a secret once: the form stays, the secret does not', async () => {
    await enter(page, admin, '/settings/api')
    const create = page.getByRole('button', { name: 'Create token' }).first()
    const drawer = page.getByRole('dialog')
    await create.click()
    await drawer.getByLabel('Name').fill('Half')
    await page.keyboard.press('Escape')
    await create.click()
    await expect(drawer.getByLabel('Name')).toHaveValue('Half')
    await expect(note).toBeVisible()
    await drawer.getByRole('checkbox').first().check()
    await drawer.getByRole('button', { name: 'Create token' }).click()
    await drawer.getByRole('button', { name: 'I have copied it' }).click()
    await expect(drawer).toHaveCount(0)
    await create.click()
    await expect(drawer.getByLabel('Name')).toHaveValue('')
    await expect(note).toHaveCount(0)
  })
})
