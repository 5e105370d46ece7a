import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCall } from '@/lib/gateway/read-call'
import { newApiToken, newGatewayToken } from '@/lib/platform/vault'
import { defaultProvider, readProvider } from '@/lib/upstream/client'

const read = (target: string, provider = defaultProvider) =>
  readCall({ method: 'GET', target, hasBody: false }, provider)

describe('what passes', () => {
  test.each([
    ['/v1/users/ada/tweets', { operation: 'timeline', subject: 'ada' }],
    ['/v1/users/ada/tweets?count=20', { operation: 'timeline', subject: 'ada', count: 20 }],
    ['/v1/users/%C3%A4da/tweets', { operation: 'timeline', subject: 'äda' }],
    ['/v1/users/ada/followers?cursor=a%2Fb%3D', { operation: 'followers', subject: 'ada', cursor: 'a/b=' }],
    ['/v1/search?q=a+b%3F&product=Top', { operation: 'search', subject: 'a b?' }],
    ['/v1/search?q=why?', { operation: 'search', subject: 'why?' }],
    ['/v1/search?q=x&', { operation: 'search', subject: 'x' }],
    // With an unusable count, a whole page is reserved.
    ['/v1/search?q=x&count=ten', { operation: 'search', subject: 'x' }],
    ['/v1/search?q=x&count=0', { operation: 'search', subject: 'x' }],
    ['/v1/search?q=x&count=9999', { operation: 'search', subject: 'x', count: 9999 }],
  ])('%s, unchanged', (target, request) => {
    const path = target.replace('/v1/search', defaultProvider.search.path)
    expect(read(path)).toEqual({ kind: 'page', path, request })
  })

  test('/v1/me is the key info, with any provider', () => {
    expect(read('/v1/me')).toEqual({ kind: 'me' })
    const provider = readProvider({ search: { path: '/v1/users/search/tweets' } })
    // A fixed path is not mistaken for one with a user of that name.
    expect(read('/v1/users/search/tweets?q=x', provider)).toMatchObject({ request: { operation: 'search' } })
    expect(read('/v1/users/ada/tweets', provider)).toMatchObject({ request: { operation: 'timeline' } })
  })
})

describe('a repeated parameter', () => {
  const x = readProvider({
    search: {
      path: '/2/tweets/search/recent',
      subject: { name: 'query' },
      count: { name: 'max_results' },
      cursor: { send: 'next_token' },
      product: { name: 'sort_order', latest: 'recency', top: 'relevancy' },
    },
  })
  const search = '/2/tweets/search/recent?query=x'

  test('passes unchanged if the provider gives it no meaning', () => {
    const path = `${search}&tweet.fields=a&tweet.fields=b&count=5&count=6&q=1&q=2`
    expect(read(path, x)).toEqual({ kind: 'page', path, request: { operation: 'search', subject: 'x' } })
  })

  test.each(['query', 'max_results', 'next_token', 'sort_order'])(
    'is refused if the provider uses it: %s',
    (name) => {
      const path = `${search}&${name}=1&${name}=2`
      expect(read(path, x)).toMatchObject({
        status: 400,
        message: `The parameter “${name}” is given twice.`,
      })
    },
  )
})

describe('further paths', () => {
  const provider = readProvider({
    lookup: { path: '/2/users/by/username/{user}', id: ['data.id'], price: '0.01' },
    timeline: { path: '/2/users/{user}/tweets' },
    paths: [
      { name: 'Anything of a user', path: '/2/users/{id}/{list}' },
      { name: 'User by id', path: '/2/users/{id}' },
      { name: 'Me', path: '/2/users/me' },
      { name: 'Users by ids', path: '/2/users', items: 'data', maximum: 100, ids: 'ids' },
      { name: 'Quotes', path: '/2/tweets/{id}/quotes.{form}' },
    ],
  })
  test.each([
    ['/2/users/12', 'User by id'],
    // A literal step takes precedence over a placeholder.
    ['/2/users/me', 'Me'],
    ['/2/users?ids=1,2&ids=3', 'Users by ids'],
    ['/2/tweets/5/quotes.json?x=1', 'Quotes'],
    ['/2/users/12/likes', 'Anything of a user'],
    ['/2/users/by/username/ada?user.fields=name', 'User look-up'],
  ])('%s passes unchanged, as “%s”', (path, name) => {
    expect(read(path, provider)).toMatchObject({ kind: 'further', path, form: { name } })
  })

  test('a path that lists ids brings at most that many items, others as many as they may', () => {
    const maxItems = (path: string) => {
      const call = read(path, provider)
      return call.kind === 'further' ? call.maxItems : expect.unreachable()
    }
    expect(maxItems('/2/users?ids=1')).toBe(1)
    expect(maxItems('/2/users?ids=1,2&ids=3')).toBe(3)
    expect(maxItems('/2/users?ids=1%2C2')).toBe(2)
    expect(maxItems(`/2/users?ids=${Array.from({ length: 101 }, (_, place) => place).join()}`)).toBe(101)
    expect(maxItems('/2/users?usernames=ada,basil')).toBe(100)
  })

  test.each([
    ...['/2/users/search', '/2/users/1a', '/2/users/12x'],
    // A server that ignores case, or decodes first, would resolve these to another path.
    ...['/2/users/Me', '/2/users/12/Tweets', '/2/users/by/Username/ada'],
    ...['/2/users/%31', '/2/users/%6De', '/2/users/12/%74weets'],
  ])('%s is none of them', (path) => {
    expect(read(path, provider)).toMatchObject({ kind: 'refused' })
  })

  test('a list takes precedence over a further path that also matches', () => {
    expect(read('/2/users/12/tweets', provider)).toMatchObject({
      kind: 'page',
      request: { operation: 'timeline' },
    })
  })

  test('a placeholder stands for a part of one step, and the text beside it for itself', () => {
    for (const path of [
      '/2/users/12/likes/5',
      '/2/tweets/5/quotesXjson',
      '/2/users/',
      '/2/users/by/username',
    ])
      expect(read(path, provider).kind === 'further' && read(path, provider)).not.toMatchObject({
        form: { name: expect.stringMatching(/^(Quotes|User by id)$/) },
      })
    expect(read('/2/users/12/likes/5', provider)).toMatchObject({ status: 404 })
    expect(read('/2/tweets/5/quotesXjson', provider)).toMatchObject({ status: 404 })
  })
})

describe('what does not pass', () => {
  test.each([
    ...['/v1/users/../me', '/v1/users/%2e%2e/me', '/v1/users/./tweets', '/v1//me', '/v1/me/', 'v1/me', ''],
    ...[
      '/v1/users/a%2Fb/tweets',
      '/v1/users/a%5cb/tweets',
      '/v1/users/a%252Fb/tweets',
      '/v1/users/a\\b/tweets',
    ],
    ...['/v1/users/a%0d%0ab/tweets', '/v1/users/a%00/tweets', '/v1/users/a b/tweets', '/v1/users/ä/tweets'],
    ...['/v1/users/..;/tweets', '/v1/users/%2e%2E%3Bx/tweets', '/v1/users/;x/tweets'],
    ...['/v1/users//tweets', '/v1/users/a/b/tweets', '/v1/users/%ff/tweets', '/v1/other', '/v2/me', '/V1/me'],
    ...['/v1/users/ada/tweets?count=1&count=2', '/v1/users/ada/tweets?count=1&c%6Funt=2', '/v1/me#x'],
    ...[
      '/v1/users/ada/tweets?cursor=%zz',
      `/v1/users/${'a'.repeat(8200)}/tweets`,
      'http://evil.example/v1/me',
    ],
  ])('%s', (target) => {
    expect(read(target)).toMatchObject({
      kind: 'refused',
      status: expect.toSatisfy((s) => s === 400 || s === 404),
    })
  })

  test.each([
    ['//v1/me', /doubled slash/],
    ['/v1//users/ada/tweets', /doubled slash/],
    ['/v1/me/', /ends in a slash/],
    ['/v1/users/ada/tweets/?count=20', /ends in a slash/],
    ['http://evil.example/v1/me', /characters or steps/],
  ])('%s, with a refusal that says why', (target, message) => {
    expect(read(target)).toMatchObject({ status: 400, message: expect.stringMatching(message) })
  })

  test.each(['/v1/users/ada/tweets?api_key=', '/v1/users/ada/tweets?count=20&token=', '/v1/users/'])(
    'a secret of Purser’s own, which the API would get, in %s',
    (start) => {
      for (const token of [newGatewayToken(), newApiToken()])
        expect(read(`${start}${token}${start.endsWith('/') ? '/tweets' : ''}`)).toMatchObject({
          status: 400,
          message: expect.stringContaining('in a header only'),
        })
    },
  )

  test('a body, whatever the method', () => {
    const call = { method: 'GET', target: '/v1/me', hasBody: true }
    expect(readCall(call, defaultProvider)).toMatchObject({ kind: 'refused', status: 405 })
  })

  test('any method but GET', () => {
    for (const method of ['POST', 'HEAD', 'OPTIONS', 'TRACE', 'get', ''])
      expect(readCall({ method, target: '/v1/me', hasBody: false }, defaultProvider)).toMatchObject({
        kind: 'refused',
        status: 405,
      })
  })
})

test('a call that passes is below the provider’s paths and stays there, however it is resolved', () => {
  const step = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2E.',
      'a%2fb',
      'users',
      'tweets',
      'v1',
      'me',
      '',
      '?',
      '#',
      '\\',
      '%5C..',
    ),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const target = `/v1/users/${steps.join('/')}/tweets`
      const call = read(target)
      if (call.kind !== 'page') return
      const { origin, pathname } = new URL(call.path, 'http://upstream.example')
      expect(origin).toBe('http://upstream.example')
      expect(decodeURIComponent(pathname)).toBe(decodeURIComponent(call.path.split('?')[0] ?? ''))
      expect(pathname.split('/')).toHaveLength(5)
    }),
    { numRuns: 2000 },
  )
})
