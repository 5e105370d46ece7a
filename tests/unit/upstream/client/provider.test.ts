import { describe, expect, test } from 'vitest'
import { AppError, largestPage, maximumCount } from '@/lib/kernel'
import { defaultProvider, providerSchema, readProvider } from '@/lib/upstream/client'

describe('Provider', () => {
  test('has a default for every gap', () => {
    expect(defaultProvider).toMatchObject({
      authHeader: 'x-api-key',
      timelinePath: '/v1/users/{user}/tweets',
      search: { path: '/v1/search', subject: { name: 'q' } },
      followersPath: '/v1/users/{user}/followers',
      itemsArray: { timeline: null, search: null, followers: null },
      retryAfterUnit: 'auto',
      chargeHeader: null,
      chargeField: null,
      price: { timeline: null, search: null, followers: null },
      balanceUnit: 'credits',
      supportAddress: null,
      limits: { connectMs: 5000, answerMs: 30_000, bodyBytes: 8_388_608, jsonDepth: 32 },
    })
    expect(readProvider({})).toEqual(defaultProvider)
    expect(providerSchema.parse(defaultProvider)).toEqual(defaultProvider)
  })

  test('parts of it go over the defaults', () => {
    const provider = readProvider({
      price: { search: '0.2' },
      fields: { id: ['tweetId'] },
      chargeHeader: 'X-Cost',
    })
    expect(provider.price).toEqual({ timeline: null, search: '0.2', followers: null })
    expect(provider.fields).toEqual({ ...defaultProvider.fields, id: ['tweetId'] })
    expect(provider.chargeHeader).toBe('x-cost')
    expect(provider.limits).toEqual(defaultProvider.limits)
  })

  test.each([
    [{ price: { search: 0.2 } }, 'price.search'],
    [{ price: { search: '-1' } }, 'price.search'],
    [{ price: { search: 'free' } }, 'price.search'],
    [{ serachPath: '/v1/find' }, 'serachPath'],
    [{ limits: { answerSeconds: 3 } }, 'limits.answerSeconds'],
    [{ limits: { jsonDepth: 1e9 } }, 'limits.jsonDepth'],
    [{ search: { path: 'v1/search' } }, 'searchPath'],
    [{ search: { path: '/v1/search?x=1' } }, 'searchPath'],
    [{ search: { path: '/v1/{user}' } }, 'searchPath'],
    [{ followers: { path: '/v1/followers' } }, 'followersPath'],
    [{ followers: { path: '/v1/{user}/{user}' } }, 'followersPath'],
    [{ timelinePath: '/v2/users/{user}/tweets' }, 'timelinePath'],
    [{ authHeader: 'cookie' }, 'authHeader'],
    [{ chargeHeader: 'x cost' }, 'chargeHeader'],
    [{ fields: { id: [] } }, 'fields.id'],
    [{ fields: { id: Array.from({ length: 31 }, (_, at) => `id${at}`) } }, 'fields.id'],
    [{ fields: { text: ['a'.repeat(201)] } }, 'fields.text.0'],
    [{ search: { path: '/v1/../admin' } }, 'searchPath'],
    [{ search: { path: '/./v1' } }, 'searchPath'],
    [{ search: { path: '/v1/%2E%2e/admin' } }, 'searchPath'],
    [{ search: { path: '/v1/.%2e' } }, 'searchPath'],
    [{ search: { path: '/v1%2fadmin' } }, 'searchPath'],
    [{ followers: { path: '/v1/{user}/..' } }, 'followersPath'],
    [{ search: { path: `/${'a'.repeat(200)}` } }, 'searchPath'],
    [{ emptyWalletWords: Array.from({ length: 51 }, (_, at) => `word ${at}`) }, 'emptyWalletWords'],
    [{ limits: { bodyBytes: 256 * 1024 * 1024 } }, 'limits.bodyBytes'],
    [{ chargeHeader: 'x'.repeat(201) }, 'chargeHeader'],
  ])('%j is refused, naming %s', (json, field) => {
    const error = errorOf(json)
    expect(error).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
    expect(error.message).toContain(field)
  })

  test.each(['{"__proto__":{"searchPath":"/x"}}', '{"fields":{"__proto__":{"id":["x"]}}}'])(
    '%s is refused, since JavaScript takes that field for another thing',
    (text) => {
      expect(errorOf(JSON.parse(text)).message).toContain('there is no field __proto__')
    },
  )

  test.each(['/v1/a..b', '/v1/...', '/v1/.well-known/x', '/v1/a%20b'])('a path may be %s', (searchPath) => {
    expect(readProvider({ searchPath }).searchPath).toBe(searchPath)
  })

  test.each([null, 'text', 7, []])('%j is no provider', (json) => {
    expect(errorOf(json).message).toMatch(/^The provider cannot be used: /)
  })
})

test('Limits / Page size: the maxima, and what to reserve', () => {
  expect([maximumCount('timeline'), maximumCount('search'), maximumCount('followers')]).toEqual([
    100, 50, 200,
  ])
  expect([largestPage('timeline'), largestPage('search'), largestPage('followers')]).toEqual([100, 50, 200])
})

function errorOf(json: unknown): AppError {
  try {
    readProvider(json)
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('An AppError was expected.')
}

test.each(['dd/MM/yyyy HH:mm', "d 'of' LLLL yy", 'X', 'yyyy-ooo'])(
  'a form of times may be %s',
  (timeFormat) => {
    expect(readProvider({ timeFormat }).timeFormat).toBe(timeFormat)
  },
)

test.each(['', 'hello', 'HH:mm', "'yyyy-MM-dd'", 'MM/dd'])(
  'a form of times without a day is refused: %j',
  (timeFormat) => {
    expect(() => readProvider({ timeFormat })).toThrow('year, month and day, such as dd/MM/yyyy HH:mm')
  },
)
