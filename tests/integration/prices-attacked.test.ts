import { afterAll, beforeAll, expect, test } from 'vitest'
import { nanoToText, systemClock } from '@/lib/kernel'
import { priceInForce, setPrice, setPriceInput } from '@/lib/money/prices'
import { providerPrices, readReadyProviders } from '@/lib/upstream/providers'
import { makeTeam } from '@/tests/factories/team'
import { describeOnSqlite, type TestDb } from '@/tests/support/databases'

describeOnSqlite('a price that an admin set for one service', (open) => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  test('is not that of a call, in dollars, of the service that the team chose afterwards', async () => {
    const { admin } = await makeTeam(opened.db, systemClock)
    const { xquik, getxapi } = await readReadyProviders()
    if (!xquik || !getxapi) return expect.unreachable()
    // A discount at Xquik: 0.9 credits for each post.
    await setPrice(admin, setPriceInput.parse({ operation: 'search', price: '0.9' }))
    const where = { teamId: admin.team.id, operation: 'search', at: systemClock.now(), walletId: null }
    const before = await priceInForce(opened.db, { ...where, provider: providerPrices(xquik) })
    expect(nanoToText(before.priceNano ?? 0n)).toBe('0.9')
    // Then the team chooses GetXAPI, whose search costs 0.001 USD a call.
    const after = await priceInForce(opened.db, { ...where, provider: providerPrices(getxapi) })
    expect(nanoToText(after.tariff?.perCall ?? 0n)).toBe('0.001')
  })
})
