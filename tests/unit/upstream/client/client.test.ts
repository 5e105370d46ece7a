import { describe, expect, test } from 'vitest'
import { AppError, Secret } from '@/lib/kernel'
import { createUpstream, defaultProvider, type PageRequest } from '@/lib/upstream/client'
import { withItems } from '@/tests/support/read-page'
import { answering, clientAt, clientOf, clock, KEY, KEY_TEXT, serve, TIMELINE } from './server'

/** What the server saw of one request. */
interface Seen {
  readonly method: string | undefined
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
}

async function requestSeen(request: PageRequest, overrides: object = {}): Promise<Seen> {
  const seen: Seen[] = []
  const upstream = await clientOf(({ method, url = '', headers }, response) => {
    seen.push({ method, url, headers })
    response.end('{"tweets":[]}')
  }, overrides)
  await upstream.fetchPage(KEY, request)
  expect(seen).toHaveLength(1)
  return seen[0] as Seen
}

const urlOf = async (request: PageRequest, overrides?: object) => (await requestSeen(request, overrides)).url

describe('Endpoints: what is sent', () => {
  test('a timeline is read with GET, with the largest count unless another is requested, within what is sold', async () => {
    const { method, url } = await requestSeen(TIMELINE)
    expect([method, url]).toEqual(['GET', '/v1/users/ada/tweets?count=100'])
    expect(await urlOf({ ...TIMELINE, count: 30 })).toBe('/v1/users/ada/tweets?count=30')
    expect(await urlOf({ ...TIMELINE, count: 9999 })).toBe('/v1/users/ada/tweets?count=100')
    expect(await urlOf({ ...TIMELINE, count: 0 })).toBe('/v1/users/ada/tweets?count=20')
    expect(await urlOf({ ...TIMELINE, count: Number.NaN })).toBe('/v1/users/ada/tweets?count=100')
  })

  test('a search and followers go to the provider’s addresses', async () => {
    const search = { operation: 'search', subject: 'tea & cake' } as const
    expect(await urlOf(search)).toBe('/v1/search?q=tea%20%26%20cake&product=Latest&count=50')
    const named = { search: { path: '/v1/tweets/find', subject: { name: 'query' } } }
    expect(await urlOf({ ...search, product: 'Top' }, named)).toBe(
      '/v1/tweets/find?query=tea%20%26%20cake&product=Top&count=50',
    )
    const followers = { operation: 'followers', subject: 'ada' } as const
    expect(await urlOf(followers)).toBe('/v1/users/ada/followers?count=200')
    expect(await urlOf(followers, { followers: { path: '/v1/followers/{user}' } })).toBe(
      '/v1/followers/ada?count=200',
    )
  })

  test('user and cursor arrive unchanged, whatever they contain', async () => {
    const subject = '$& a/b?c#d%2e é\u{1F375}'
    const cursor = 'a+b/c==&count=1 \u{1F375}'
    const url = new URL(await urlOf({ operation: 'timeline', subject, cursor }), 'http://upstream')
    const [, , , user = '', last] = url.pathname.split('/')
    expect([decodeURIComponent(user), last]).toEqual([subject, 'tweets'])
    expect(url.searchParams.get('cursor')).toBe(cursor)
    expect(url.searchParams.get('count')).toBe('100')
  })

  test('half a surrogate pair does not stop a call', async () => {
    expect(await urlOf({ ...TIMELINE, cursor: 'x\ud800' })).toContain('cursor=x%EF%BF%BD')
  })

  test.each(['', ' ', '.', '..'])(
    'a user “%s” is never sent, because it would lead to another endpoint',
    async (subject) => {
      const seen: unknown[] = []
      const upstream = await clientOf((request) => seen.push(request.url))
      const answer = await upstream.fetchPage(KEY, { operation: 'followers', subject })
      expect(answer).toMatchObject({
        ok: false,
        problem: { kind: 'bad_request', charged: 'no' },
        httpStatus: null,
      })
      expect(seen).toEqual([])
    },
  )

  test('an empty search is never sent', async () => {
    const upstream = clientAt('http://127.0.0.1:9')
    const answer = await upstream.fetchPage(KEY, { operation: 'search', subject: '  ' })
    expect(answer).toMatchObject({ problem: { kind: 'bad_request', charged: 'no' } })
  })
})

describe('Authentication', () => {
  test('the key is sent in x-api-key', async () => {
    const { headers } = await requestSeen(TIMELINE)
    expect(headers['x-api-key']).toBe(KEY_TEXT)
    expect(headers.authorization).toBeUndefined()
    expect(headers['accept-encoding']).toBe('identity')
  })

  test('the key is sent as a bearer token if the provider says so', async () => {
    const { headers } = await requestSeen(TIMELINE, { auth: { header: 'authorization', scheme: 'Bearer' } })
    expect(headers.authorization).toBe(`Bearer ${KEY_TEXT}`)
    expect(headers['x-api-key']).toBeUndefined()
  })

  test('a key that cannot be in a header is refused', async () => {
    const answer = await clientAt('http://127.0.0.1:9').readKeyInfo(new Secret('a\r\nhost: b'))
    expect(answer).toMatchObject({ problem: { kind: 'key_refused', charged: 'no' }, httpStatus: null })
  })
})

describe('Answers', () => {
  test('key info is read to the last digit', async () => {
    const upstream = await clientOf(
      answering(200, '{"key_prefix":"xd_live_abcd","balance":9007199254.740993,"rate_limit_qps":25}'),
    )
    expect(await upstream.readKeyInfo(KEY)).toEqual({
      ok: true,
      value: {
        keyPrefix: 'xd_live_abcd',
        balanceNano: 9_007_199_254_740_993_000n,
        expiringNano: null,
        requestsPerSecond: 25,
      },
      httpStatus: 200,
      latencyMs: expect.any(Number),
    })
  })

  test('a page has items, a cursor, and the charge that it reports', async () => {
    const upstream = await clientOf(
      answering(200, '{"tweets":[{"id":12345678901234567890,"text":"hi"}],"next_cursor":"abc"}', {
        'X-Credits-Charged': '0.15',
      }),
      { chargeHeader: 'X-Credits-Charged' },
    )
    const answer = await withItems(await upstream.fetchPage(KEY, TIMELINE))
    expect(answer).toMatchObject({
      ok: true,
      value: {
        items: [{ id: '12345678901234567890', text: 'hi' }],
        nextCursor: 'abc',
        reportedChargeNano: 150_000_000n,
      },
    })
  })

  test('latency is measured by the clock, from sending to the complete body', async () => {
    const times = [1000, 1250]
    const steps = { ...clock, monotonic: () => times.shift() ?? Number.NaN }
    const baseUrl = await serve(answering(200, { tweets: [] }))
    const upstream = createUpstream({ baseUrl, provider: defaultProvider, clock: steps })
    expect(await upstream.fetchPage(KEY, TIMELINE)).toMatchObject({ ok: true, latencyMs: 250 })
    await upstream.close()
  })
})

describe('The base address', () => {
  test('may have a path and trailing slashes', async () => {
    const seen: unknown[] = []
    const baseUrl = await serve((request, response) => {
      seen.push(request.url)
      response.end('{"tweets":[]}')
    })
    const upstream = clientAt(`${baseUrl}/social//`)
    expect(upstream.baseUrl).toBe(`${baseUrl}/social`)
    await upstream.fetchPage(KEY, TIMELINE)
    expect(seen).toEqual(['/social/v1/users/ada/tweets?count=100'])
  })

  test.each(['', 'ftp://a', 'http://user:secret@a', 'http://a/?b=1', 'nonsense'])(
    'cannot be “%s”',
    (baseUrl) => {
      expect(() => clientAt(baseUrl)).toThrow(AppError)
    },
  )
})
