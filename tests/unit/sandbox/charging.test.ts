import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SANDBOX_PRICES } from '@/lib/sandbox'
import { start, walletOf } from './start'

const READS = [
  ['timeline', '/v1/users/ada/tweets', 'tweets'],
  ['search', '/v1/search?q=coffee', 'tweets'],
  ['followers', '/v1/users/ada/followers', 'users'],
] as const

describe('Charging', () => {
  test('an item costs 0.15 in a timeline, 0.2 in a search and 0.05 in followers', () => {
    expect(SANDBOX_PRICES).toEqual({ timeline: 150_000_000n, search: 200_000_000n, followers: 50_000_000n })
  })

  test.each(READS)('a page of a %s is charged per item returned', async (operation, path) => {
    const started = await start({ balanceNano: 100_000_000_000n })
    expect((await started.get(path)).status).toBe(200)
    expect(walletOf(started).balanceNano).toBe(100_000_000_000n - 20n * SANDBOX_PRICES[operation])
  })

  test('the charge is for items returned, never for the count requested', async () => {
    const started = await start({ balanceNano: 100_000_000_000n })
    await started.get('/v1/users/ada/tweets?count=1')
    expect(walletOf(started).balanceNano).toBe(97_000_000_000n)
    const { body } = await started.get('/v1/search?q=nothingmatchesthis&count=50')
    expect(body).toEqual({ tweets: [] })
    expect(walletOf(started).balanceNano).toBe(97_000_000_000n)
  })

  test('GET /v1/me costs nothing, and works with an empty wallet', async () => {
    const started = await start({ balanceNano: 0n })
    expect((await started.get('/v1/me')).body.balance).toBe(0)
  })

  test('a wallet that just covers a page pays for it; then it is empty and answered 402', async () => {
    const started = await start({ balanceNano: 3_000_000_000n })
    expect((await started.get('/v1/users/ada/tweets')).status).toBe(200)
    const { status, body } = await started.get('/v1/users/ada/tweets')
    expect(status).toBe(402)
    expect(body).toEqual({ error: 'payment_required', message: expect.any(String) })
  })

  test('a page the wallet does not cover is answered 402 with nothing charged or delivered', async () => {
    const started = await start({ balanceNano: 2_999_999_000n })
    expect((await started.get('/v1/users/ada/tweets')).status).toBe(402)
    expect(walletOf(started)).toMatchObject({
      balanceNano: 2_999_999_000n,
      keys: [{ requests: 1, pages: 0, items: 0 }],
    })
    started.sandbox.operator.topUp(started.walletId, 1_000n)
    expect((await started.get('/v1/users/ada/tweets')).status).toBe(200)
    expect(walletOf(started).balanceNano).toBe(0n)
  })

  test('a wallet may have its own price; the others keep theirs', async () => {
    const started = await start({ balanceNano: 100_000_000_000n })
    started.sandbox.setPrice('timeline', 7n, started.walletId)
    started.sandbox.setPrice('timeline', 9n)
    await started.get('/v1/users/ada/tweets')
    expect(walletOf(started).balanceNano).toBe(100_000_000_000n - 20n * 7n)
    const { walletId } = started.sandbox.operator.createWallet({ name: 'Other', balanceNano: 1_000n })
    const key = started.sandbox.operator.createKey(walletId).reveal()
    await started.get('/v1/users/ada/tweets', { 'x-api-key': key })
    const other = started.sandbox.operator.state().find(({ id }) => id === walletId)
    expect(other?.balanceNano).toBe(1_000n - 20n * 9n)
  })

  test('a charge may show late, but the wallet does not therefore cover more', async () => {
    const started = await start({ balanceNano: 5_000_000_000n })
    started.sandbox.chooseChargeDelay(90_000)
    const told = async () => (await started.get('/v1/me')).body.balance
    await started.get('/v1/users/ada/tweets')
    started.clock.advance(89_999)
    expect(await told()).toBe(5)
    expect((await started.get('/v1/users/ada/tweets')).status).toBe(402)
    started.clock.advance(1)
    expect(await told()).toBe(2)
    expect(() => started.sandbox.chooseChargeDelay(-1)).toThrow('late')
  })

  test('errors are not charged', async () => {
    const started = await start()
    const before = walletOf(started).balanceNano
    for (const path of [
      '/v1/users/nobody-here/tweets',
      '/v1/search',
      '/v1/users/ada/tweets?count=0',
      '/v1/x',
    ])
      expect((await started.get(path)).status).toBeGreaterThanOrEqual(400)
    expect(walletOf(started).balanceNano).toBe(before)
  })

  test('whatever is requested at once, the balance falls by exactly what was received, and never below zero', async () => {
    const reads = fc.array(fc.tuple(fc.constantFrom(...READS), fc.integer({ min: 1, max: 250 })), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(reads, fc.bigInt(0n, 60_000_000_000n), async (asked, balanceNano) => {
        const started = await start({ balanceNano })
        const received = await Promise.all(
          asked.map(async ([[operation, path, array], count]) => {
            const { body } = await started.get(`${path}${path.includes('?') ? '&' : '?'}count=${count}`)
            return { operation, items: body[array]?.length ?? 0 }
          }),
        )
        const spent = received.reduce(
          (sum, { operation, items }) => sum + BigInt(items) * SANDBOX_PRICES[operation],
          0n,
        )
        const wallet = walletOf(started)
        expect(wallet.balanceNano).toBe(balanceNano - spent)
        expect(wallet.balanceNano).toBeGreaterThanOrEqual(0n)
        expect(wallet.keys[0]?.items).toBe(received.reduce((sum, { items }) => sum + items, 0))
        await started.sandbox.close()
      }),
      { numRuns: 20 },
    )
  })
})
