import { describe, expect, test } from 'vitest'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import { overridesBetween } from '@/lib/upstream/providers/merge'
import { PRESET_PROVIDERS } from '@/tests/factories/preset-providers'
import { start } from './start'

/** What each preset sends, tested without the client; tests/contract reads it with one. */

const answers = async (name: 'plain' | 'nested' | 'legacy') => {
  const started = await start({ pack: 'Scale' })
  started.sandbox.choosePreset(name)
  return started
}
const refusedKey = { 'x-api-key': 'xd_live_nobody' }

describe('nested', () => {
  test('lists are one level down, ids are numbers to the last digit, times look like “Wed Jan 06 …”', async () => {
    const { get } = await answers('nested')
    const { text, headers } = await get('/v1/users/ada/tweets?count=20')
    expect(text).toMatch(/^\{"data":\{"posts":\[\{"id":\d{17,},"full_text":/)
    expect(text).toMatch(
      /"created_at":"(Sun|Mon|Tue|Wed|Thu|Fri|Sat) [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d \+0000 \d{4}"/,
    )
    expect(text).toMatch(/"user":\{"id":\d{17,},"screen_name":"ada","name":/)
    expect(text).toContain('"total":20')
    expect(headers.get('x-credits-charged')).toBe('3')
  })

  test('search and followers have their own paths, and “query” is the parameter', async () => {
    const { get } = await answers('nested')
    expect((await get('/v1/tweets/search?query=coffee')).text).toContain('"posts":[{')
    expect((await get('/v1/followers/grace')).text).toContain('"accounts":[{')
    for (const path of ['/v1/search?q=coffee', '/v1/users/grace/followers'])
      expect((await get(path)).status).toBe(404)
  })

  test('a count over the maximum is refused, and without one fifty items come', async () => {
    const { get } = await answers('nested')
    expect((await get('/v1/users/ada/tweets?count=101')).status).toBe(400)
    expect((await get('/v1/users/ada/tweets')).text).toContain('"total":50')
  })

  test('errors have its own shapes; a refused key is 403; retry-after counts milliseconds', async () => {
    const { get } = await answers('nested')
    const refused = await get('/v1/me', refusedKey)
    expect([refused.status, refused.body]).toEqual([
      403,
      { success: false, error: { message: expect.any(String) } },
    ])
    const unknown = await get('/v1/users/nobody_at_all/tweets')
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { errors: [{ code: 'not_found', message: 'There is no such user.' }] },
    ])
    const storm = await Promise.all(Array.from({ length: 205 }, () => get('/v1/me')))
    const late = storm.find(({ status }) => status === 429)
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(Number(late?.headers.get('retry-after'))).toBeLessThanOrEqual(1000)
  })
})

describe('legacy', () => {
  test('fields are flat, a second list is beside the items, and the charge is in the body', async () => {
    const { get } = await answers('legacy')
    const body: unknown = JSON.parse((await get('/v1/find/posts?keywords=coffee&count=20')).text)
    expect(body).toMatchObject({
      results: expect.arrayContaining([
        expect.objectContaining({
          id_str: expect.stringMatching(/^\d{17,}$/),
          id: expect.any(Number),
          createdAt: expect.any(Number),
          author_id: expect.any(String),
          userName: expect.any(String),
          permalink: expect.stringMatching(/^https:/),
        }),
      ]),
      includes: [expect.any(Object)],
      meta: { creditsCharged: '4' },
      next_cursor: expect.any(String),
    })
    expect((await get('/v1/accounts/grace/follower-list')).text).toContain('"followers":[{"id_str":"')
  })

  test('errors are HTML pages; retry-after is a date', async () => {
    const { get, clock } = await answers('legacy')
    const refused = await get('/v1/me', refusedKey)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('content-type')).toContain('text/html')
    expect(refused.text).toContain('<p>The API key is missing')
    const storm = await Promise.all(Array.from({ length: 205 }, () => get('/v1/me')))
    const late = storm.find(({ status }) => status === 429)
    const wait = Date.parse(late?.headers.get('retry-after') ?? '') - clock.now().getTime()
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(2000)
  })

  test('an empty wallet is answered 403, in words', async () => {
    const poor = await start({ balanceNano: 1n, pack: 'Scale' })
    poor.sandbox.choosePreset('legacy')
    const empty = await poor.get('/v1/users/ada/tweets')
    expect([empty.status, empty.text]).toEqual([403, expect.stringContaining('insufficient credits')])
  })
})

test.each(Object.entries(PRESET_PROVIDERS))(
  'the provider of %s is in force as written; the rest is the default',
  (_, provider) => {
    expect(overridesBetween(defaultProvider, readProvider(provider))).toEqual(provider)
  },
)
