import { expect, test } from '../fixtures'
import { enter } from '../visits'

test('the command palette opens, navigates and closes by keyboard alone', async ({ page, team }) => {
  await enter(page, team.admin)
  const palette = page.getByRole('dialog', { name: 'Find or do something' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 1000 })
  }).toPass()
  await palette.getByRole('textbox', { name: 'Go to' }).fill('budg')
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(palette.getByRole('textbox', { name: 'Go to' })).toHaveValue('')
  await page.keyboard.type('budg')
  await expect(palette.getByRole('option').first()).toContainText('Budgets')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
})
