import { afterAll, expect, test } from 'vitest'
import { createAlertWatch, listAlerts } from '@/lib/alerts/alerts'
import { listPrices, setPrice } from '@/lib/money/prices'
import { reconcileWallet } from '@/lib/money/statements'
import { createWallet } from '@/lib/money/wallets'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { paperWallet } from '@/tests/factories/paper-wallet'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const NO_PRICES = { timeline: null, search: null, followers: null }

describeOnDatabase('prices inferred from the readings of several wallets', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  const upstreams = createUpstreams({ baseUrl: 'http://127.0.0.1:9', provider: readProvider({}), clock })
  const ids = [
    team.walletId,
    (await createWallet(ctx, { name: 'B' })).id,
    (await createWallet(ctx, { name: 'C' })).id,
  ]
  const wallets = ids.map((id) => paperWallet(ctx, clock, id))
  for (const [place, walletId] of ids.entries()) {
    const key = {
      name: 'K',
      keyRef: `ref ${place}`,
      prefix: 'xd_live_abcd',
      requestsPerSecond: 1,
      status: 'active',
    }
    const at = { createdAt: clock.now(), checkedAt: clock.now() }
    const row = { id: `key ${place}`, teamId: ctx.team.id, walletId, environmentId: 'e', ...key, ...at }
    await opened.db.key.create({ data: row })
  }
  afterAll(() => upstreams.close())

  const priceOf = async (walletId: string | null) => {
    const [timeline] = await listPrices(ctx, NO_PRICES, walletId)
    return [timeline?.priceNano, timeline?.source]
  }
  const buy = async (place: number, real: bigint, pages: number) => {
    const [wallet, id = ''] = [wallets[place], ids[place]]
    await wallet?.read()
    for (let page = 0; page < pages; page++) {
      await wallet?.page(40 + page, real, null)
      await wallet?.read()
      await reconcileWallet(ctx, id, NO_PRICES)
    }
  }

  test('each wallet has its own; one without readings takes the price that the others share', async () => {
    await buy(0, 150_000_000n, 4)
    expect(await priceOf(ids[1] ?? '')).toEqual([150_000_000n, 'inferred'])
    await buy(1, 250_000_000n, 4)
    await buy(0, 150_000_000n, 3)
    await buy(1, 250_000_000n, 3)
    expect(await priceOf(ids[0] ?? '')).toEqual([150_000_000n, 'inferred'])
    expect(await priceOf(ids[1] ?? '')).toEqual([250_000_000n, 'inferred'])
    expect(await priceOf(ids[2] ?? '')).toEqual([null, 'differing'])
    expect(await priceOf(null)).toEqual([null, 'differing'])
    expect(await opened.db.price.count()).toBe(2)
  })

  test('different prices fire an alert until a price is set', async () => {
    const watch = createAlertWatch(clock)
    const look = () => watch.look(ctx, upstreams)
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    expect(await look()).toEqual({ fired: 0, recovered: 0 })
    const [told] = await listAlerts(ctx)
    expect(told).toMatchObject({
      kind: 'price_shift',
      title: 'Timelines have different prices on your wallets',
    })
    expect(told?.detail).toContain('0.25 from “B”')
    await setPrice(ctx, { operation: 'timeline', price: '0.15', firstDay: '' })
    expect(await priceOf(ids[1] ?? '')).toEqual([150_000_000n, 'admin'])
    expect(await look()).toMatchObject({ recovered: 1 })
  })
})
