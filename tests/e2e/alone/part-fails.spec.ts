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
