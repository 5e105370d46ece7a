import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createRunServices, fetchNextPage, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { MAX_AMOUNT, newId, PRICE_LIMIT } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { sumSettledByWallet, sumSpend } from '@/lib/money/ledger'
import { setPrice } from '@/lib/money/prices'
import { getWallet } from '@/lib/money/wallets'
import { quarterHourOf } from '@/lib/platform/calendar'
import { createVault } from '@/lib/platform/vault'
import { readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { createUpstreams } from '@/lib/upstream/providers'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const KEY = `xd_live_${'a'.repeat(32)}`
/** Nearly the largest amount of 64 bits, in credits. */
const TOLD = '9223372036.854775802'

describeOnEachEngine('amounts near the limit of 64 bits', async (open) => {
  let close: () => Promise<void>
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  let id = 0
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('x-charge', TOLD)
    const items = Array.from({ length: 20 }, () => ({ id: String(++id), text: 'a' }))
    const me = { key_prefix: KEY.slice(0, 12), balance: 1000, rate_limit_qps: 100 }
    response.end(JSON.stringify(url.startsWith('/v1/me') ? me : { tweets: items, next_cursor: `c${id}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const provider = readProvider({ chargeHeader: 'x-charge', price: { timeline: '0.15' } })
  const upstreams = createUpstreams({ baseUrl: `http://127.0.0.1:${port}`, provider, clock })
  const pacers = createPacers(clock)
  const vault = createVault(Buffer.alloc(32, 1))
  const services = createRunServices({ upstreams, pacers, vault }, newId(), clock)
  close = async () => {
    pacers.closeAll()
    await upstreams.close()
  }
  afterAll(async () => {
    await close()
    await new Promise((resolve) => server.close(resolve))
  })

  test('an impossible reported charge is ignored: this page and the next are booked at their price', async () => {
    const ctx = team.admin
    const key = { key: KEY, name: '', environmentId: team.environments[0]?.id ?? '', walletId: team.walletId }
    const keyId = (await addKey(ctx, services, key)).id
    const asked = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
    const search = await createSearch(ctx, { name: 'A', shared: true, environmentId: '', ...asked })
    const first = await startRun(ctx, services, { runId: randomUUID(), searchId: search.id, keyId })
    expect(first.totals).toMatchObject({ items: 20, chargeNano: 3_000_000_000n })
    const second = await fetchNextPage(ctx, services, { continuation: first.continuation ?? '' })
    expect(second.totals).toMatchObject({ items: 40, chargeNano: 6_000_000_000n })
    expect((await getWallet(ctx, team.walletId)).expectedNano).toBe(994_000_000_000n)
    const capped = { runId: randomUUID(), searchId: search.id, keyId, capCredits: '100000001' }
    await expect(startRun(ctx, services, capped)).rejects.toMatchObject({
      fields: { capCredits: 'Enter 100,000,000 at most.' },
    })
  })

  test('charges that would overflow the sums are ignored, and later ones are booked as before', async () => {
    const { admin: ctx, walletId } = await makeOtherTeam(team)
    const book = bookOf(ctx)
    const settle = async (given: { readonly reported?: bigint; readonly priceNano?: bigint }) =>
      (await book.settle(await book.begin({ walletId }), 20, given)).chargeNano
    // As if a header counted in another unit than the provider says.
    for (let page = 0; page < 40; page++) expect(await settle({ reported: MAX_AMOUNT })).toBe(MAX_AMOUNT)
    expect(await settle({ reported: MAX_AMOUNT })).toBe(20n * PRICE)
    expect(await settle({ reported: MAX_AMOUNT, priceNano: PRICE_LIMIT })).toBeNull()
    expect(await settle({})).toBe(20n * PRICE)
    const charged = 40n * MAX_AMOUNT + 40n * PRICE
    expect(await sumSpend(ctx, [{ from: 0, to: quarterHourOf(clock.now()) + 1 }], 'team')).toMatchObject([
      { pages: 43, chargeNano: charged, unpricedItems: 20 },
    ])
    expect((await sumSettledByWallet(ctx, [walletId])).get(walletId)).toEqual({
      settledNano: charged,
      unpricedItems: 20,
    })
  })

  test('an impossible price is refused, whether typed or in a provider', async () => {
    await expect(
      setPrice(team.admin, { operation: 'timeline', price: '100000', firstDay: '' }),
    ).rejects.toMatchObject({ fields: { price: 'Enter less than 100,000.' } })
    expect(() => readProvider({ price: { timeline: '100000' } })).toThrow('less than 100000')
    await setPrice(team.admin, { operation: 'timeline', price: '99999.999999999', firstDay: '' })
  })
})
