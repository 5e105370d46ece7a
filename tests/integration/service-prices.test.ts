import { afterAll, expect, test } from 'vitest'
import { nanoToText, systemClock } from '@/lib/kernel'
import { switchService } from '@/lib/keys/keys'
import { findPriceInForce, setPrice, setPriceInput } from '@/lib/money/prices'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams, providerPrices, readReadyProviders } from '@/lib/upstream/providers'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('a price that an admin set', async (open) => {
  const opened = await open()
  const upstreams = createUpstreams({
    ...{ baseUrl: 'http://127.0.0.1:9', provider: readProvider({}), clock: systemClock },
    ready: await readReadyProviders(),
  })
  const team = await makeTeam(opened.db, systemClock)
  afterAll(() => upstreams.close())

  test('ends when the team chooses another service: 0.9 credits are not 0.9 USD', async () => {
    const { admin } = team
    const choose = (provider: string) =>
      switchService(admin, upstreams, { provider, isSandbox: false, baseUrl: '' })
    const search = async () => {
      const provider = providerPrices((await upstreams.for(admin)).provider)
      const where = { teamId: admin.team.id, operation: 'search', at: systemClock.now(), walletId: null }
      const { priceNano, source } = await findPriceInForce(opened.db, { ...where, provider })
      return { price: nanoToText(priceNano ?? 0n), source }
    }
    await choose('xquik')
    await setPrice(admin, setPriceInput.parse({ operation: 'search', price: '0.9' }))
    expect(await search()).toEqual({ price: '0.9', source: 'admin' })
    // Choosing the same service again changes nothing.
    await choose('xquik')
    expect(await search()).toEqual({ price: '0.9', source: 'admin' })
    await choose('getxapi')
    expect(await search()).toEqual({ price: '0.001', source: 'provider' })
    expect(await opened.db.auditEntry.count({ where: { action: 'price.end' } })).toBe(1)
  })
})
