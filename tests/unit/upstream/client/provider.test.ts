import { describe, expect, test } from 'vitest'
import { AppError, maxPageSize, maxRequestCount } from '@/lib/kernel'
import { defaultProvider, pricePerItem, providerSchema, readProvider } from '@/lib/upstream/client'

/** Bad values, each with the field that is refused and the reason. */
const BAD: readonly (readonly [json: object, field: string, why: string])[] = [
  [{ name: ' ' }, 'name', 'must not be empty'],
  [{ name: 'x'.repeat(41) }, 'name', 'must have 40 characters at most'],
  [
    { baseUrl: 'ftp://a.test' },
    'baseUrl',
    'must be an address that begins with https:// and holds no user name',
  ],
  [{ baseUrl: 'https://u:p@a.test' }, 'baseUrl', 'no user name, query or fragment'],
  [{ baseUrl: 'https://a.test?x=1' }, 'baseUrl', 'no user name, query or fragment'],
  [{ baseUrl: 'a.test' }, 'baseUrl', 'must be an address'],
  [{ auth: { header: 'x key' } }, 'auth.header', 'must be the name of a header'],
  [{ auth: { header: 'Host' } }, 'auth.header', 'must not be a header of the connection'],
  [{ auth: { scheme: 'Bearer ' } }, 'auth.scheme', 'must be a word such as Bearer, or empty'],
  [{ auth: { also: { host: 'a' } } }, 'auth.also', 'must not hold headers of the connection, such as host'],
  [{ auth: { also: { 'Content-Length': '5' } } }, 'auth.also', 'must not hold headers of the connection'],
  [{ auth: { also: { 'x-a': 'a\r\nx-b: c' } } }, 'auth.also.x-a', 'must be printable characters'],
  [{ auth: { also: manyOf(31) } }, 'auth.also', 'must hold 30 headers at most'],
  [{ key: { beginsWith: '' } }, 'key.beginsWith', 'must be 1 to 30 printable characters'],
  [{ key: { beginsWith: 'a b' } }, 'key.beginsWith', 'must be 1 to 30 printable characters'],
  [{ key: { length: 15 } }, 'key.length', 'must be a whole number of characters, 16 to 512'],
  [{ key: { length: 513 } }, 'key.length', 'must be a whole number of characters, 16 to 512'],
  [{ paths: [{ name: 'timeline', path: '/a' }] }, 'paths.0.name', 'must not be the name of a list'],
  [{ paths: [{ name: 'user Look-up', path: '/a' }] }, 'paths.0.name', 'must not be the name of a list'],
  [{ paths: [{ name: 'constructor', path: '/a' }] }, 'paths.0.name', 'must be another word'],
  [{ paths: [{ name: 'a: b', path: '/a' }] }, 'paths.0.name', 'must be words of letters and digits'],
  [{ paths: [{ name: 'x'.repeat(41), path: '/a' }] }, 'paths.0.name', 'must have 40 characters at most'],
  [{ paths: [{ name: 'A', path: '/a/{b}{c}' }] }, 'paths.0.path', 'must hold one placeholder'],
  [{ paths: [{ name: 'A', path: '/a/{b' }] }, 'paths.0.path', 'must hold one placeholder'],
  [
    {
      paths: [
        { name: 'A', path: '/a' },
        { name: 'a', path: '/b' },
      ],
    },
    'paths.1.name',
    'must not repeat another path’s name',
  ],
  [
    {
      paths: [
        { name: 'A', path: '/a/{x}' },
        { name: 'B', path: '/a/{y}' },
      ],
    },
    'paths.1.path',
    'must not repeat another path',
  ],
  [
    { paths: [{ name: 'A', path: '/a', price: { perItem: '1', onceADayIn: 'UTC' } }] },
    'paths.0.items',
    'must be named where an item is charged once a day',
  ],
  [{ account: { path: '/me/{user}' } }, 'account.path', 'must hold no braces'],
  [{ account: { balance: [] } }, 'account.balance', 'must name one field at least'],
  [{ account: { factor: '0' } }, 'account.factor', 'must be above 0'],
  [{ account: { factor: '-1' } }, 'account.factor', 'must be a number as text, such as "0.01"'],
  [{ account: { factor: 0.01 } }, 'account.factor', 'expected string'],
  [{ account: { rate: 'a b' } }, 'account.rate', 'must be the name of a field'],
  [{ rate: { requests: 0 } }, 'rate.requests', 'must be a whole number of requests, 1 to 100000'],
  [
    { rate: { requests: 5, perMs: 999 } },
    'rate.perMs',
    'must be a whole number of milliseconds, 1000 to 86400000',
  ],
  [{ plans: [{ name: '', requests: 5 }] }, 'plans.0.name', 'must not be empty'],
  [
    { plans: Array.from({ length: 21 }, () => ({ name: 'a', requests: 5 })) },
    'plans',
    'must hold 20 plans at most',
  ],
  [{ rateHeaders: { reset: 'x reset' } }, 'rateHeaders.reset', 'must be the name of a header'],
  [
    { lookup: { path: '/users' } },
    'lookup.path',
    'must hold {user} once where the user stands in the path, and else not',
  ],
  [
    { lookup: { path: '/users/{user}', subject: { in: 'query' } } },
    'lookup.path',
    'must hold {user} once where the user stands in the path, and else not',
  ],
  [
    { lookup: { path: '/u/{user}', price: 'free' } },
    'lookup.price',
    'must be a number as text, with a decimal point',
  ],
  [{ timeline: { subject: { in: 'body' } } }, 'timeline.subject.in', 'must be "path" or "query"'],
  [{ timeline: { subject: { is: 'name' } } }, 'timeline.subject.is', 'must be "any", "handle" or "id"'],
  [{ timeline: { subject: { in: 'query' } } }, 'timeline.path', 'must hold no braces'],
  [{ search: { subject: { name: 'a b' } } }, 'search.subject.name', 'must be the name of a parameter'],
  [
    { timeline: { count: { floor: 0 } } },
    'timeline.count.floor',
    'must be a whole number of items, 1 to 5000',
  ],
  [
    { timeline: { count: { maximum: 5001 } } },
    'timeline.count.maximum',
    'must be a whole number of items, 1 to 5000',
  ],
  [{ timeline: { count: { floor: 101 } } }, 'timeline.count.floor', 'must not be above the maximum'],
  [{ search: { cursor: { read: 'meta..next' } } }, 'search.cursor.read', 'must be the name of a field'],
  [
    { search: { product: { name: 'sort', latest: '', top: 'top' } } },
    'search.product.latest',
    'must not be empty',
  ],
  [{ search: { fixed: { q: 'x' } } }, 'search.fixed', 'must not name the parameter q twice'],
  [{ search: { fixed: { count: '5' } } }, 'search.fixed', 'must not name the parameter count twice'],
  [{ search: { cursor: { send: 'q' } } }, 'search.fixed', 'must not name the parameter q twice'],
  [{ search: { fixed: manyOf(31) } }, 'search.fixed', 'must hold 30 at most'],
  [{ search: { items: 'data..tweets' } }, 'search.items', 'must be the name of a field'],
  [
    { search: { rate: { requests: 1, perMs: 1 } } },
    'search.rate.perMs',
    'must be a whole number of milliseconds',
  ],
  [{ search: { limit: 5 } }, 'search.limit', 'there is no such field'],
  [{ sources: [{ facts: 'a', url: 'nowhere', read: '2026-11-27' }] }, 'sources.0.url', 'must be an address'],
  [
    { sources: [{ facts: 'a', url: 'https://a.test', read: 'today' }] },
    'sources.0.read',
    'must be a day such as 2026-11-27',
  ],
]

describe('Provider', () => {
  test.each(BAD)('%j is refused at %s: %s', (json, field, why) => {
    const error = errorOf(json)
    expect(error.code).toBe('invalid')
    expect(error.fields[field]).toContain(why)
    expect(error.message).toContain(`The provider's field ${field} cannot be used: `)
  })

  test('a list that names its user in the query has a path without braces', () => {
    const { timeline } = readProvider({
      timeline: { path: '/user/last', subject: { in: 'query', name: 'userName', is: 'handle' } },
    })
    expect(timeline.subject).toEqual({ in: 'query', name: 'userName', is: 'handle' })
  })

  test('header names are converted to lower case, and an address stays as it is', () => {
    const provider = readProvider({
      baseUrl: 'https://api.test/base',
      auth: { header: 'X-Key', also: { 'X-Host': 'Api.Test' } },
      rateHeaders: { reset: 'X-Reset' },
    })
    expect(provider.baseUrl).toBe('https://api.test/base')
    expect(provider.auth).toEqual({ header: 'x-key', scheme: '', also: { 'x-host': 'Api.Test' } })
    expect(provider.rateHeaders.reset).toBe('x-reset')
  })

  test('has a default for every missing field', () => {
    expect(defaultProvider).toMatchObject({
      baseUrl: null,
      auth: { header: 'x-api-key', scheme: '', also: {} },
      key: { beginsWith: 'xd_live_', length: 40 },
      account: {
        path: '/v1/me',
        balance: ['balance'],
        factor: '1',
        prefix: 'key_prefix',
        rate: 'rate_limit_qps',
      },
      rate: null,
      rateHeaders: { limit: null, remaining: null, reset: null },
      lookup: null,
      timeline: {
        path: '/v1/users/{user}/tweets',
        subject: { in: 'path', name: 'user', is: 'any' },
        count: { name: 'count', floor: 20, maximum: 100 },
        cursor: { send: 'cursor', read: 'next_cursor', none: [], more: null },
        product: null,
        fixed: {},
        items: null,
        authors: null,
        rate: null,
      },
      search: {
        path: '/v1/search',
        subject: { in: 'query', name: 'q', is: 'any' },
        count: { name: 'count', floor: 20, maximum: 50 },
        product: { name: 'product', latest: 'Latest', top: 'Top' },
        items: null,
      },
      followers: { path: '/v1/users/{user}/followers', count: { maximum: 200 }, product: null, items: null },
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

  test('its fields replace the defaults', () => {
    const provider = readProvider({
      price: { search: '0.2' },
      fields: { id: ['tweetId'] },
      chargeHeader: 'X-Cost',
    })
    expect(provider.price).toEqual({ timeline: null, search: pricePerItem('0.2'), followers: null })
    expect(provider.fields).toEqual({ ...defaultProvider.fields, id: ['tweetId'] })
    expect(provider.chargeHeader).toBe('x-cost')
    expect(provider.limits).toEqual(defaultProvider.limits)
  })

  test.each([
    [{ price: { search: 0.2 } }, 'price.search'],
    [{ price: { search: '-1' } }, 'price.search'],
    [{ price: { search: 'free' } }, 'price.search'],
    [{ price: { search: { perCall: 'free' } } }, 'price.search.perCall'],
    [{ price: { search: { atLeast: '1' } } }, 'price.search.atLeast'],
    [
      {
        price: {
          search: {
            steps: [
              { from: 9, perItem: '1' },
              { from: 9, perItem: '2' },
            ],
          },
        },
      },
      'price.search.steps',
    ],
    [{ price: { search: { perItem: '1', onceADayIn: 'Mars' } } }, 'price.search.onceADayIn'],
    [{ serachPath: '/v1/find' }, 'serachPath'],
    [{ limits: { answerSeconds: 3 } }, 'limits.answerSeconds'],
    [{ limits: { jsonDepth: 1e9 } }, 'limits.jsonDepth'],
    [{ searchPath: '/v1/search' }, 'searchPath'],
    [{ search: { path: 'v1/search' } }, 'search.path'],
    [{ search: { path: '/v1/search?x=1' } }, 'search.path'],
    [{ search: { path: '/v1/{user}' } }, 'search.path'],
    [{ followers: { path: '/v1/followers' } }, 'followers.path'],
    [{ followers: { path: '/v1/{user}/{user}' } }, 'followers.path'],
    [{ timeline: { path: '/v2/users/tweets' } }, 'timeline.path'],
    [{ auth: { header: 'cookie' } }, 'auth.header'],
    [{ chargeHeader: 'x cost' }, 'chargeHeader'],
    [{ fields: { id: [] } }, 'fields.id'],
    [{ fields: { id: Array.from({ length: 31 }, (_, at) => `id${at}`) } }, 'fields.id'],
    [{ fields: { text: ['a'.repeat(201)] } }, 'fields.text.0'],
    [{ search: { path: '/v1/../admin' } }, 'search.path'],
    [{ search: { path: '/./v1' } }, 'search.path'],
    [{ search: { path: '/v1/%2E%2e/admin' } }, 'search.path'],
    [{ search: { path: '/v1/.%2e' } }, 'search.path'],
    [{ search: { path: '/v1%2fadmin' } }, 'search.path'],
    [{ followers: { path: '/v1/{user}/..' } }, 'followers.path'],
    [{ search: { path: `/${'a'.repeat(200)}` } }, 'search.path'],
    [{ emptyWalletWords: Array.from({ length: 51 }, (_, at) => `word ${at}`) }, 'emptyWalletWords'],
    [{ limits: { bodyBytes: 256 * 1024 * 1024 } }, 'limits.bodyBytes'],
    [{ chargeHeader: 'x'.repeat(201) }, 'chargeHeader'],
  ])('%j is refused, naming %s', (json, field) => {
    const error = errorOf(json)
    expect(error).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
    expect(error.message).toContain(field)
  })

  test.each(['{"__proto__":{"balanceUnit":"x"}}', '{"fields":{"__proto__":{"id":["x"]}}}'])(
    '%s is refused, since JavaScript gives that field a meaning of its own',
    (text) => {
      expect(errorOf(JSON.parse(text)).message).toContain('there is no field __proto__')
    },
  )

  test.each(['/v1/a..b', '/v1/...', '/v1/.well-known/x', '/v1/a%20b'])('a path may be %s', (path) => {
    expect(readProvider({ search: { path } }).search.path).toBe(path)
  })

  test.each([null, 'text', 7, []])('%j is not a provider', (json) => {
    expect(errorOf(json).message).toMatch(/^The provider cannot be used: /)
  })
})

test('limits and page size: the maxima, and what to reserve', () => {
  expect([maxRequestCount('timeline'), maxRequestCount('search'), maxRequestCount('followers')]).toEqual([
    100, 50, 200,
  ])
  expect([maxPageSize('timeline'), maxPageSize('search'), maxPageSize('followers')]).toEqual([100, 50, 200])
})

/** Returns an object of `length` fields. */
function manyOf(length: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length }, (_, at) => [`x${at}`, 'a']))
}

function errorOf(json: unknown): AppError {
  try {
    readProvider(json)
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('An AppError was expected.')
}

test.each(['dd/MM/yyyy HH:mm', "d 'of' LLLL yy", 'X', 'yyyy-ooo'])(
  'a format of times may be %s',
  (timeFormat) => {
    expect(readProvider({ timeFormat }).timeFormat).toBe(timeFormat)
  },
)

test.each(['', 'hello', 'HH:mm', "'yyyy-MM-dd'", 'MM/dd'])(
  'a format of times without a day is refused: %j',
  (timeFormat) => {
    expect(() => readProvider({ timeFormat })).toThrow('year, month and day, such as dd/MM/yyyy HH:mm')
  },
)
