import { describe, expect, test } from 'vitest'
import { request, start } from './start'

describe('Authentication', () => {
  test('a key is sent in x-api-key, or as Authorization: Bearer', async () => {
    const { get, key } = await start()
    expect((await get('/v1/me', { 'x-api-key': key })).status).toBe(200)
    expect((await get('/v1/me', { authorization: `Bearer ${key}` })).status).toBe(200)
    expect((await get('/v1/me', { authorization: `bearer ${key}` })).status).toBe(200)
    expect((await get('/v1/me', { authorization: `Basic ${key}` })).status).toBe(401)
  })

  test('a key is xd_live_ and 32 characters', async () => {
    const { key } = await start()
    expect(key).toMatch(/^xd_live_[A-Za-z0-9]{32}$/)
  })

  test('a key is shown once: the operator sees only prefixes, and printing a new key shows nothing', async () => {
    const { sandbox, walletId, key } = await start()
    const secret = sandbox.operator.createKey(walletId)
    expect(`${secret} ${JSON.stringify(secret)}`).not.toContain('xd_live_')
    const state = JSON.stringify(sandbox.operator.state(), (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
    expect(state).toContain(key.slice(0, 12))
    expect(state).not.toContain(key.slice(0, 13))
    expect(state).not.toContain('hash')
  })

  test('several keys share one wallet', async () => {
    const { sandbox, walletId, key, get } = await start()
    const second = sandbox.operator.createKey(walletId).reveal()
    await get('/v1/users/ada/tweets', { 'x-api-key': second })
    const [mine, other] = await Promise.all([get('/v1/me'), get('/v1/me', { 'x-api-key': second })])
    expect(mine.body.key_prefix).toBe(key.slice(0, 12))
    expect(other.body.key_prefix).toBe(second.slice(0, 12))
    expect(mine.body.balance).toBe(other.body.balance)
    expect(mine.body.balance).toBe(999_997)
  })

  test('GET /v1/me gives exactly the prefix, the balance and the rate of the key', async () => {
    const { get, key } = await start({ balanceNano: 12_345_678_901n, pack: 'Builder' })
    const { body, headers } = await get('/v1/me')
    expect(headers.get('content-type')).toContain('application/json')
    expect(body).toEqual({ key_prefix: key.slice(0, 12), balance: 12.345678901, rate_limit_qps: 25 })
  })

  test('the balance is a number, written to its last digit', async () => {
    const { get } = await start({ balanceNano: 123_456_789_012_345_678_901n })
    expect((await get('/v1/me')).text).toContain('"balance":123456789012.345678901,')
  })

  test('a revoked key is refused from then on, but its wallet’s other keys are not', async () => {
    const { sandbox, walletId, key, get } = await start()
    const second = sandbox.operator.createKey(walletId).reveal()
    sandbox.operator.revokeByPrefix(key.slice(0, 12))
    expect((await get('/v1/me')).status).toBe(401)
    expect((await get('/v1/me', { 'x-api-key': second })).status).toBe(200)
  })

  test.each([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['a key of another form', { 'x-api-key': 'sk_test_1' }],
    ['an unknown key', { 'x-api-key': `xd_live_${'a'.repeat(32)}` }],
  ])('%s is answered 401 with error and message', async (_, headers) => {
    const { get } = await start()
    const { status, body } = await get('/v1/me', headers)
    expect(status).toBe(401)
    expect(body).toEqual({ error: 'unauthorized', message: expect.any(String) })
  })

  test('a key in the parameters of the path does not count', async () => {
    const { baseUrl, key } = await start()
    expect((await request(`${baseUrl}/v1/me?x-api-key=${key}&api_key=${key}`)).status).toBe(401)
  })
})
