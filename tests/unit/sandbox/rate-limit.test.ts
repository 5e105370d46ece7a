import { describe, expect, test } from 'vitest'
import { PACK_REQUEST_RATES } from '@/lib/sandbox'
import { createManualClock } from './manual-clock'
import { type Started, start, walletOf } from './start'

const DAY = 86_400_000

/** Sends this many requests at one moment. Returns how many were answered with each status. */
async function burst({ get }: Started, size: number): Promise<Record<number, number>> {
  const statuses = await Promise.all(Array.from({ length: size }, async () => (await get('/v1/me')).status))
  return statuses.reduce<Record<number, number>>((counts, status) => {
    counts[status] = (counts[status] ?? 0) + 1
    return counts
  }, {})
}

describe('Rate limit', () => {
  test('the packs allow 1, 10, 25, 100 and 200 requests per second', () => {
    expect(PACK_REQUEST_RATES).toEqual({ Free: 1, Starter: 10, Builder: 25, Growth: 100, Scale: 200 })
  })

  test.each([
    ['Free', 1],
    ['Starter', 10],
    ['Builder', 25],
    ['Growth', 100],
    ['Scale', 200],
  ] as const)('%s: %i requests in a second pass, the next is answered 429', async (pack, rate) => {
    const started = await start({ pack })
    expect(await burst(started, rate + 3)).toEqual({ 200: rate, 429: 3 })
  })

  test('the limit applies to any second, not to seconds of the clock', async () => {
    const started = await start({ pack: 'Starter' })
    expect(await burst(started, 4)).toEqual({ 200: 4 })
    started.clock.advance(900)
    expect(await burst(started, 6)).toEqual({ 200: 6 })
    started.clock.advance(99)
    expect(await burst(started, 1)).toEqual({ 429: 1 })
    started.clock.advance(1)
    expect(await burst(started, 5)).toEqual({ 200: 4, 429: 1 })
  })

  test('429 carries retry-after in seconds, after which the key is accepted again', async () => {
    const started = await start({ pack: 'Free' })
    await started.get('/v1/me')
    started.clock.advance(400)
    const refused = await started.get('/v1/me')
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ error: 'rate_limited', message: expect.any(String) })
    expect(refused.headers.get('retry-after')).toBe('1')
    started.clock.advance(1000)
    expect((await started.get('/v1/me')).status).toBe(200)
  })

  test('nothing is charged for a request answered 429', async () => {
    const started = await start({ pack: 'Free' })
    await started.get('/v1/users/ada/tweets')
    const before = walletOf(started)
    expect((await started.get('/v1/users/ada/tweets')).status).toBe(429)
    const after = walletOf(started)
    expect(after.balanceNano).toBe(before.balanceNano)
    expect(after.keys[0]).toMatchObject({ requests: 2, pages: 1, items: 20, refused: 1 })
  })

  test('the limit is per key: another key of the wallet has its own', async () => {
    const started = await start({ pack: 'Free' })
    const other = started.sandbox.operator.createKey(started.walletId).reveal()
    expect((await started.get('/v1/me')).status).toBe(200)
    expect((await started.get('/v1/me', { 'x-api-key': other })).status).toBe(200)
    expect((await started.get('/v1/me')).status).toBe(429)
  })
})

describe('The largest pack bought in the last 12 months decides', () => {
  const rateOf = async ({ get }: Started) => (await get('/v1/me')).body.rate_limit_qps

  test('a smaller pack bought later does not lower the rate', async () => {
    const started = await start({ pack: 'Growth' })
    started.clock.advance(DAY)
    started.sandbox.operator.buyPack(started.walletId, 'Starter')
    expect(await rateOf(started)).toBe(100)
  })

  test('a larger pack raises it at once', async () => {
    const started = await start({ pack: 'Starter' })
    started.sandbox.operator.buyPack(started.walletId, 'Scale')
    expect(await rateOf(started)).toBe(200)
  })

  test('after 12 months a pack no longer counts', async () => {
    const started = await start({ pack: 'Growth', clock: createManualClock(Date.UTC(2025, 2, 1)) })
    started.clock.advance(200 * DAY)
    started.sandbox.operator.buyPack(started.walletId, 'Starter')
    started.clock.advance(165 * DAY)
    expect(started.clock.now()).toEqual(new Date('2026-03-01T00:00:00Z'))
    expect(await rateOf(started)).toBe(100)
    started.clock.advance(1)
    expect(await rateOf(started)).toBe(10)
  })

  test('a pack bought at a later date does not count before it', async () => {
    const started = await start({ pack: 'Growth' })
    started.sandbox.moveClock(30 * DAY)
    started.sandbox.operator.buyPack(started.walletId, 'Scale')
    expect(await rateOf(started)).toBe(200)
    started.sandbox.moveClock(0)
    expect(await rateOf(started)).toBe(100)
    started.sandbox.moveClock(-DAY)
    started.clock.advance(1000)
    expect(await rateOf(started)).toBe(1)
  })

  test('a wallet without a pack runs as Free', async () => {
    const started = await start({ pack: 'Free' })
    started.clock.advance(400 * DAY)
    expect(await rateOf(started)).toBe(1)
  })
})
