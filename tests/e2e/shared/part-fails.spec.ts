import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { enter } from '../visits'

test('a part of a page that cannot be read fails alone, and is retried without the others', async ({
  browser,
  world,
  team: { admin },
}) => {
  // A page without the fixture's check, because the browser logs the errors that this test causes.
  const page = await browser.newPage()
  try {
    const failed = page.getByText('This could not be loaded')
    const others = page.getByRole('region', { name: 'Channels', exact: true })
    await world.db.$executeRawUnsafe('ALTER TABLE "AlertDelivery" RENAME TO "Gone"')

    await enter(page, admin, '/alerts?tab=channels')
    await expect(failed).toHaveCount(1)
    await expect(others).toBeVisible()

    await page.getByRole('link', { name: 'Members' }).click()
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Alerts' }).first().click()
    await page.getByRole('link', { name: 'Channels', exact: true }).click()
    await expect(failed).toHaveCount(1)
    await expect(others).toBeVisible()

    await world.db.$executeRawUnsafe('ALTER TABLE "Gone" RENAME TO "AlertDelivery"')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: 'Messages sent' })).toBeVisible()
    await expect(failed).toHaveCount(0)
  } finally {
    await page.close()
  }
})

test('what a person is typing survives a part that cannot be read: the page is reloaded once the form is closed', async ({
  browser,
  world,
  team: { admin },
}) => {
  const context = await browser.newContext()
  const [page, other] = [await context.newPage(), await context.newPage()]
  try {
    const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
    const failed = (where: Page) => where.getByText('This could not be loaded')
    await enter(page, admin, '/alerts?tab=channels')
    await enter(other, admin, '/alerts?tab=channels')
    await page.getByRole('button', { name: 'Add channel' }).click()
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.fill('Night shift')
    await world.db.$executeRawUnsafe('ALTER TABLE "AlertChannel" RENAME TO "Gone"')
    // Both pages are told of each change. The other one shows the failure as soon as it has reloaded.
    await expect(async () => {
      await world.db.wallet.update({ where: { id: walletId }, data: { name: randomUUID() } })
      await expect(failed(other).first()).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(name).toHaveValue('Night shift')
    await expect(failed(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(failed(page).first()).toBeVisible()
    await world.db.$executeRawUnsafe('ALTER TABLE "Gone" RENAME TO "AlertChannel"')
  } finally {
    await context.close()
  }
})
