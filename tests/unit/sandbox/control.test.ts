import { describe, expect, test } from 'vitest'
import { waitUntil } from '@/tests/support/wait-until'
import { request, start } from './start'

const DAY = 86_400_000

async function startControl(options: { seed?: number } = {}) {
  const started = await start({ balanceNano: 100_500_000_000n, ...options })
  const { baseUrl: controlUrl } = await started.sandbox.listenControl({ port: 0 })
  const post = async (path: string, body: unknown = {}, headers: Record<string, string> = {}) => {
    const response = await fetch(`${controlUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const json: Record<string, string> = await response.json()
    return { status: response.status, json }
  }
  return { ...started, controlUrl, post }
}

describe('Control port', () => {
  test('GET /state shows wallets with amounts as decimal text', async () => {
    const { controlUrl, key } = await startControl()
    const { text, status } = await request(`${controlUrl}/state`)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      wallets: [
        { name: 'Tests', balance: '100.5', packs: [{ pack: 'Scale' }], keys: [{ prefix: key.slice(0, 12) }] },
      ],
    })
    expect(text).not.toContain(key)
  })

  test('creates a wallet with a pack and a balance, creates keys for it, and revokes them', async () => {
    const { post, get } = await startControl()
    const wallet = await post('/wallets', { name: 'New', balance: '12.25', pack: 'Builder' })
    expect(wallet.status).toBe(201)
    const { json } = await post(`/wallets/${wallet.json.walletId}/keys`)
    const headers = { 'x-api-key': json.key ?? '' }
    expect((await get('/v1/me', headers)).body).toMatchObject({ balance: 12.25, rate_limit_qps: 25 })
    await post(`/wallets/${wallet.json.walletId}/top-up`, { amount: '0.000001' })
    await post(`/wallets/${wallet.json.walletId}/packs`, { pack: 'Growth' })
    expect((await get('/v1/me', headers)).body).toMatchObject({ balance: 12.250001, rate_limit_qps: 100 })
    expect((await post(`/keys/${json.key?.slice(0, 12)}/revoke`)).status).toBe(200)
    expect((await get('/v1/me', headers)).status).toBe(401)
  })

  test('POST /latency delays answers', async () => {
    const { post, get, clock, sandbox } = await startControl()
    expect((await post('/latency', { ms: 250 })).status).toBe(200)
    let answered = false
    const asked = get('/v1/me').then(() => {
      answered = true
    })
    await waitUntil(() => expect(sandbox.operator.state()[0]?.keys[0]?.requests).toBe(1))
    expect((await post('/latency', { ms: 0 })).status).toBe(200)
    await get('/v1/me')
    expect(answered).toBe(false)
    clock.advance(250)
    await asked
    expect(answered).toBe(true)
  })

  test('POST /latency with a spread draws delays from the seed, within its bounds', async () => {
    const slept = async (seed: number) => {
      const { post, get, clock } = await startControl({ seed })
      await post('/latency', { ms: 100, spread: 60 })
      const waits: number[] = []
      clock.sleep = async (ms) => void waits.push(ms)
      for (let call = 0; call < 40; call++) await get('/v1/me')
      return waits
    }
    const [waits, same, other] = [await slept(1), await slept(1), await slept(2)]
    expect(waits).toEqual(same)
    expect(waits).not.toEqual(other)
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(40)
    expect(Math.max(...waits)).toBeLessThanOrEqual(160)
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(60)
  })

  test('POST /clock moves the service’s dates, but no limiter’s seconds', async () => {
    const { post, get, controlUrl, sandbox, walletId, clock } = await startControl()
    const state = async () => JSON.parse((await request(`${controlUrl}/state`)).text)
    expect(await state()).toMatchObject({
      clock: { offsetMs: 0, now: clock.now().toISOString() },
      preset: 'plain',
      limiter: 'sliding-log',
      counts: 'exact',
      latency: { ms: 0, spread: 0 },
    })
    const newest = async () => (await get('/v1/search?q=e')).body.tweets?.[0]?.created_at ?? ''
    const before = await newest()
    expect((await post('/clock', { offsetMs: 400 * DAY })).status).toBe(200)
    const later = () => new Date(clock.now().getTime() + 400 * DAY)
    expect(await state()).toMatchObject({ clock: { offsetMs: 400 * DAY, now: later().toISOString() } })
    // The pack was bought more than 12 months ago, so only the rate of Free is left, and this second's
    // request is used up.
    expect((await get('/v1/me')).status).toBe(429)
    clock.advance(1000)
    const me = await get('/v1/me')
    expect(me.body.rate_limit_qps).toBe(1)
    expect(me.headers.get('date')).toBe(later().toUTCString())
    clock.advance(1000)
    expect(Date.parse(await newest()) - Date.parse(before)).toBeGreaterThan(399 * DAY)
    sandbox.operator.buyPack(walletId, 'Builder')
    clock.advance(1000)
    expect((await get('/v1/me')).body.rate_limit_qps).toBe(25)
    await post('/clock', { offsetMs: 0 })
    expect((await get('/v1/me')).body.rate_limit_qps).toBe(200)
  })

  test('POST /prices changes the price from then on, POST /charge-delay shows charges late', async () => {
    const { post, get, walletId } = await startControl()
    const spend = async () => {
      const before = (await get('/v1/me')).body.balance
      await get('/v1/users/ada/followers')
      return Number(before) - Number((await get('/v1/me')).body.balance)
    }
    expect(await spend()).toBeCloseTo(1, 6)
    expect((await post('/prices/followers', { price: '0.07' })).status).toBe(200)
    expect(await spend()).toBeCloseTo(1.4, 6)
    expect((await post('/prices/followers', { price: '0.01', wallet: walletId })).status).toBe(200)
    expect(await spend()).toBeCloseTo(0.2, 6)
    expect((await post('/prices/followers', { price: '1', wallet: 'none' })).status).toBe(404)
    expect((await post('/charge-delay', { ms: 60_000 })).status).toBe(200)
    expect(await spend()).toBe(0)
  })

  test('POST /counts changes how counts are treated from then on', async () => {
    const { post, get } = await startControl()
    const sizeOf = async () => (await get('/v1/users/ada/followers?count=30')).body.users?.length
    expect(await sizeOf()).toBe(30)
    expect((await post('/counts', { name: 'ignored' })).status).toBe(200)
    expect(await sizeOf()).toBe(200)
    expect((await post('/counts', { name: 'never' })).status).toBe(400)
    expect(await sizeOf()).toBe(200)
  })

  test('POST /end-session ends what cursors lead to', async () => {
    const { post, get } = await startControl()
    const path = '/v1/users/ada/followers'
    const next = async () => (await get(path)).body.next_cursor
    const cursor = await next()
    expect((await get(`${path}?cursor=${cursor}`)).status).toBe(200)
    expect((await post('/end-session')).status).toBe(200)
    expect((await get(`${path}?cursor=${cursor}`)).status).toBe(400)
    expect((await get(`${path}?cursor=${await next()}`)).status).toBe(200)
  })

  test.each([
    ['/clock', {}],
    ['/clock', { offsetMs: 0.5 }],
    ['/clock', { offsetMs: 1e15 }],
    ['/latency', { ms: 5, spread: 6 }],
    ['/latency', { ms: 1e9 }],
    ['/prices/likes', { price: '1' }],
    ['/charge-delay', { ms: 'soon' }],
    ['/prices/search', { price: '-1' }],
    ['/prices/search', { price: 1 }],
    ['/counts', {}],
    ['/wallets', {}],
    ['/wallets', { name: 'X', balance: 5 }],
    ['/wallets', { name: 'X', balance: 'five' }],
    ['/wallets', { name: 'X', pack: 'Huge' }],
    ['/latency', { ms: '5' }],
    ['/latency', null],
  ])('POST %s with %j is answered 400 and changes nothing', async (path, body) => {
    const { post, sandbox } = await startControl()
    expect((await post(path, body)).status).toBe(400)
    expect(sandbox.operator.state()).toHaveLength(1)
  })

  test('unknown paths, wallets and keys are answered 404', async () => {
    const { post, controlUrl } = await startControl()
    for (const path of ['/nothing', '/wallets/none/keys', '/keys/xd_live_none/revoke'])
      expect((await post(path)).status).toBe(404)
    expect((await request(`${controlUrl}/v1/me`)).status).toBe(404)
  })

  test('a web page cannot use it', async () => {
    const { post, sandbox } = await startControl()
    expect((await post('/wallets', { name: 'Theirs' }, { origin: 'https://example.com' })).status).toBe(400)
    expect(sandbox.operator.state()).toHaveLength(1)
  })

  test('it is not on the service’s own port', async () => {
    const { get } = await startControl()
    expect((await get('/state')).status).toBe(404)
  })
})
