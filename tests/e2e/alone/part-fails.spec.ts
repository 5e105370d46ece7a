import { expect, test } from '../fixtures'
import { makeFreshTeam } from '../team'
import { enter } from '../visits'
import { openWorldWithUpstream } from '../world'

test('a part of a page that cannot be read fails alone, and is tried again without the others', async ({
  browser,
}) => {
  const world = await openWorldWithUpstream()
  // A page of its own: the browser complains of what this test breaks.
  const page = await browser.newPage()
  try {
    const { admin } = await makeFreshTeam(world)
    const failed = page.getByText('This could not be loaded')
    const others = page.getByRole('region', { name: 'Channels', exact: true })
    await world.db.$executeRawUnsafe('ALTER TABLE "AlertDelivery" RENAME TO "Gone"')

    await enter(page, admin, '/alerts')
    await expect(failed).toHaveCount(1)
    await expect(others).toBeVisible()

    await page.getByRole('link', { name: 'Members' }).click()
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Alerts' }).first().click()
    await expect(failed).toHaveCount(1)
    await expect(others).toBeVisible()

    await world.db.$executeRawUnsafe('ALTER TABLE "Gone" RENAME TO "AlertDelivery"')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('region', { name: 'Messages sent' })).toBeVisible()
    await expect(failed).toHaveCount(0)
  } finally {
    await page.close()
    await world.close()
  }
})

test('what somebody writes outlives a part that cannot be read: the page is read again once the form is closed', async ({
  browser,
}) => {
  const world = await openWorldWithUpstream()
  const page = await browser.newPage()
  try {
    const { admin } = await makeFreshTeam(world)
    const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
    const told = page.waitForResponse((response) => response.url().includes('/api/events/team'))
    await enter(page, admin, '/alerts')
    await told
    await page.getByRole('button', { name: 'Add channel' }).click()
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.fill('Night shift')
    // Longer than a page rests between two looks, and than the server looks at the team again.
    await page.waitForTimeout(4000)
    await world.db.$executeRawUnsafe('ALTER TABLE "AlertChannel" RENAME TO "Gone"')
    await world.db.wallet.update({ where: { id: walletId }, data: { name: 'Other' } })
    await page.waitForTimeout(8000)
    await expect(name).toHaveValue('Night shift')
    await world.db.$executeRawUnsafe('ALTER TABLE "Gone" RENAME TO "AlertChannel"')
    const again = page.waitForResponse((response) => response.url().includes('_rsc='))
    await page.keyboard.press('Escape')
    await again
    await expect(page.getByText('This could not be loaded')).toHaveCount(0)
  } finally {
    await page.close()
    await world.close()
  }
})
