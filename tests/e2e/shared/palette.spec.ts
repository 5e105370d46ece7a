import { expect, test } from '../fixtures'
import { addFirstKey } from '../team'
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

test('a whole key that is pasted finds its key, and does not go into a URL', async ({
  page,
  shared,
  team,
}) => {
  const { secret } = await addFirstKey(shared, team)
  await enter(page, team.admin)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const palette = page.getByRole('dialog', { name: 'Find or do something' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 1000 })
  }).toPass()
  await palette.getByRole('textbox', { name: 'Go to' }).fill(secret)
  await expect(palette.getByRole('option').first()).toContainText(`${secret.slice(0, 12)}…`)
  // The key may be listed before anything is typed.
  await expect.poll(() => asked.some((url) => url.includes(`text=${secret.slice(0, 12)}`))).toBe(true)
  expect(asked.filter((url) => url.includes(secret.slice(12, 24)))).toEqual([])
})
