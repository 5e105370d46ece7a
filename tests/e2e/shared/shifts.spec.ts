import { expect, test } from '../fixtures'
import { openPageHolder, shiftsOf, watchShifts } from '../held-pages'
import { isLong } from '../long-form'
import { makeTeamWithAll } from '../team-with-all'
import { bringSession } from '../visits'

/**
 * Nothing drawn moves when more of a page arrives, however slowly. On a phone only in `npm run test:long --
 * pages`.
 */

for (const width of isLong ? [1440, 390] : [1440])
  test(`nothing moves on a main page while it loads, ${width} pixels wide`, async ({
    page,
    shared: world,
  }) => {
    test.setTimeout(240_000)
    const { team, things } = await makeTeamWithAll(world)
    const holder = await openPageHolder(world.server.baseUrl)
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    await bringSession(page, team.admin)
    const { searchId, runId, walletId, keyId } = things
    const pages = ['', '/usage', '/searches', `/searches/${searchId}`, '/runs', `/runs/${runId}`]
    for (const path of [...pages, '/wallets', `/wallets/${walletId}`, '/keys', `/keys/${keyId}`]) {
      const shifts = await shiftsOf(page, holder, `/${team.slug}${path}`)
      expect.soft({ path, shifts }).toEqual({ path, shifts: [] })
    }
    await page.close()
    await holder.close()
  })
