import { describe, expect, test } from 'vitest'
import { charged, NOTHING, startFaulty } from './fault-client'
import { request } from './start'

const HOUR = 3_600_000

describe('Faults of answers', () => {
  test.each([
    ['500-before-charge', 500, 'application/json; charset=utf-8', undefined, NOTHING],
    ['500-after-charge', 500, 'application/json; charset=utf-8', undefined, charged(20)],
    ['502-html-before-charge', 502, 'text/html', undefined, NOTHING],
    ['502-html-after-charge', 502, 'text/html', undefined, charged(20)],
    ['503-before-charge', 503, 'application/json; charset=utf-8', '1', NOTHING],
    ['503-after-charge', 503, 'application/json; charset=utf-8', '1', charged(20)],
  ] as const)('%s', async (name, status, type, retryAfter, expected) => {
    const { ask, counts } = await startFaulty(name)
    const reply = await ask()
    expect(reply.status).toBe(status)
    expect(reply.headers['content-type']).toBe(type)
    expect(reply.headers['retry-after']).toBe(retryAfter)
    expect(reply.body.toString()).not.toContain('"tweets"')
    expect(counts()).toEqual(expected)
  })

  test.each(['500-before-charge', '500-after-charge'] as const)('%s: /v1/me as well', async (name) => {
    const { ask, counts } = await startFaulty(name)
    expect((await ask('/v1/me')).status).toBe(500)
    expect(counts()).toEqual(NOTHING)
  })

  test('a refusal is not affected by a fault after the charge, because nothing was charged', async () => {
    const { ask, counts } = await startFaulty('500-after-charge')
    expect((await ask('/v1/users/nobody-here/tweets')).status).toBe(404)
    expect(counts()).toEqual(NOTHING)
  })

  test('redirect: to the same path on another port, which records who follows with a key', async () => {
    const { ask, counts, sandbox, baseUrl, key } = await startFaulty('redirect')
    const { status, headers } = await ask()
    expect(status).toBe(302)
    const location = new URL(headers.location ?? '')
    expect(location.pathname).toBe('/v1/users/ada/tweets')
    expect(location.hostname).toBe('127.0.0.1')
    expect(location.origin).not.toBe(baseUrl)
    expect(sandbox.faultState().trapped).toEqual({ requests: 0, withKey: 0 })
    await request(location.href)
    await request(location.href, { headers: { authorization: `Bearer ${key}` } })
    expect(sandbox.faultState().trapped).toEqual({ requests: 2, withKey: 1 })
    expect(counts()).toEqual(NOTHING)
    await sandbox.close()
    await expect(request(location.href)).rejects.toThrow()
  })

  test.each([
    ['429-storm', '1'],
    ['429-without-retry-after', undefined],
    ['429-retry-after-zero', '0'],
    ['429-retry-after-negative', '-30'],
    ['429-retry-after-absurd', '9'.repeat(99)],
  ] as const)('%s: 429, with %j', async (name, retryAfter) => {
    const { ask, counts } = await startFaulty(name)
    const { status, headers } = await ask()
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe(retryAfter)
    expect(counts()).toEqual(NOTHING)
  })

  test.each([
    ['429-retry-after-past', null, -HOUR],
    ['clock-behind', -HOUR, -HOUR + 1000],
    ['clock-ahead', HOUR, HOUR + 1000],
  ] as const)('%s: dates are off by this many milliseconds', async (name, date, retryAfter) => {
    const { ask, clock } = await startFaulty(name)
    const { status, headers } = await ask()
    const offBy = (text: string | undefined) => Date.parse(text ?? '') - clock.now().getTime()
    expect(status).toBe(429)
    expect(offBy(headers['retry-after'])).toBe(retryAfter)
    if (date !== null) expect(offBy(headers.date)).toBe(date)
  })
})
