import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { answering, clientOf, KEY, KEY_TEXT, NOW, problemOf, TIMELINE } from './server'

describe('looking up a user', () => {
  const lookup = { path: '/users/by/{user}', id: ['data.id', 'id_str'] }

  test('returns the id that requests for lists need', async () => {
    const paths: (string | undefined)[] = []
    const upstream = await clientOf(
      ({ url }, response) => {
        paths.push(url)
        response.end('{"data":{"id":"12345678901234567890"}}')
      },
      { lookup },
    )
    expect(await upstream.lookUpUser(KEY, '@ada')).toMatchObject({
      ok: true,
      value: { id: '12345678901234567890' },
      httpStatus: 200,
    })
    expect(paths).toEqual(['/users/by/ada'])
  })

  test('keeps a number’s digits', async () => {
    const upstream = await clientOf(answering(200, '{"id_str":9007199254740993}'), { lookup })
    expect(await upstream.lookUpUser(KEY, 'ada')).toMatchObject({ value: { id: '9007199254740993' } })
  })

  test.each<[number, object, string, string]>([
    [404, { message: 'No user' }, 'not_found', 'no'],
    [200, { errors: [{ detail: 'No user' }] }, 'bad_request', 'unknown'],
    [200, { data: {} }, 'not_understood', 'unknown'],
    [200, { data: { id: 'a/../b' } }, 'not_understood', 'unknown'],
    [200, { data: { id: '' } }, 'not_understood', 'unknown'],
    [402, {}, 'wallet_empty', 'no'],
  ])('that brings %i %j is a problem: %s', async (status, body, kind, charged) => {
    const upstream = await clientOf(answering(status, body), { lookup })
    expect(await upstream.lookUpUser(KEY, 'ada')).toMatchObject({ ok: false, problem: { kind, charged } })
  })

  test('is not sent without a handle, nor if the service has no look-up', async () => {
    let calls = 0
    const count = () => {
      calls++
    }
    const upstream = await clientOf(count, { lookup })
    expect(await upstream.lookUpUser(KEY, '@')).toMatchObject({
      problem: { charged: 'no' },
      httpStatus: null,
    })
    const none = await clientOf(count)
    expect(await none.lookUpUser(KEY, 'ada')).toMatchObject({ problem: { charged: 'no' }, httpStatus: null })
    expect(calls).toBe(0)
  })
})

describe('how the key is sent', () => {
  async function headersSeen(auth: object): Promise<IncomingHttpHeaders> {
    let seen: IncomingHttpHeaders = {}
    const upstream = await clientOf(
      ({ headers }, response) => {
        seen = headers
        response.end('{"tweets":[]}')
      },
      { auth },
    )
    await upstream.fetchPage(KEY, TIMELINE)
    return seen
  }

  test('in the header that the provider names, after its scheme', async () => {
    expect((await headersSeen({ header: 'authorization', scheme: 'Bearer' })).authorization).toBe(
      `Bearer ${KEY_TEXT}`,
    )
    expect((await headersSeen({ header: 'ApiKey' })).apikey).toBe(KEY_TEXT)
    const plain = await headersSeen({ header: 'authorization' })
    expect([plain.authorization, plain['x-api-key']]).toEqual([KEY_TEXT, undefined])
  })

  test('with further headers, which replace neither the key nor the request for uncompressed answers', async () => {
    const also = { 'x-host': 'a.test', 'user-agent': 'ours', accept: 'text/plain', 'x-key': 'other' }
    expect(await headersSeen({ header: 'x-key', also })).toMatchObject({
      'x-host': 'a.test',
      'user-agent': 'ours',
      accept: 'text/plain',
      'x-key': KEY_TEXT,
      'accept-encoding': 'identity',
    })
  })
})

describe('answers', () => {
  test('of status 204 are an empty last page', async () => {
    const upstream = await clientOf(answering(204))
    for (const answer of [
      await upstream.fetchPage(KEY, TIMELINE),
      (await upstream.inspectPage(KEY, TIMELINE)).answer,
      (await upstream.relayPage(KEY, { operation: 'timeline', path: '/v1/users/ada/tweets' })).answer,
    ])
      expect(answer).toMatchObject({
        ok: true,
        httpStatus: 204,
        value: { ids: [], nextCursor: null, isNextLost: false },
      })
  })

  test('report the limit of their call, whether it succeeded or not', async () => {
    const rateHeaders = { limit: 'x-limit', remaining: 'x-left', reset: 'x-reset' }
    const headers = { 'x-limit': '300', 'x-left': '299', 'x-reset': '60' }
    const rate = { limit: 300, remaining: 299, resetInMs: 60_000 }
    const good = await clientOf(answering(200, { tweets: [] }, headers), { rateHeaders })
    expect(await good.fetchPage(KEY, TIMELINE)).toMatchObject({ ok: true, rate })
    expect((await good.inspectPage(KEY, TIMELINE)).answer).toMatchObject({ ok: true, rate })
    const bad = await clientOf(answering(404, {}, headers), { rateHeaders })
    expect(await bad.fetchPage(KEY, TIMELINE)).toMatchObject({ ok: false, rate })
    const unnamed = await clientOf(answering(200, { tweets: [] }, headers))
    expect(await unnamed.fetchPage(KEY, TIMELINE)).not.toHaveProperty('rate')
  })

  test('of a refusal without retry-after state by the limit’s reset how long to wait', async () => {
    const reset = { 'x-rate-limit-reset': String(NOW.getTime() / 1000 + 600), date: NOW.toUTCString() }
    expect(await problemOf(answering(429, {}, reset))).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 600_000,
    })
    expect(await problemOf(answering(429, {}, { ...reset, 'retry-after': '2' }))).toMatchObject({
      retryAfterMs: 2000,
    })
  })
})

test('a service without an account is not asked about keys', async () => {
  let calls = 0
  const upstream = await clientOf(
    () => {
      calls++
    },
    { account: null },
  )
  expect(await upstream.readKeyInfo(KEY)).toMatchObject({
    ok: false,
    problem: { charged: 'no' },
    httpStatus: null,
  })
  expect(calls).toBe(0)
})
