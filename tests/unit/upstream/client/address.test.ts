import { describe, expect, test } from 'vitest'
import { type PageRequest, readProvider } from '@/lib/upstream/client'
import { lookupPath, pagePath } from '@/lib/upstream/client/address'

const ADA = { operation: 'timeline', subject: '@ada' } as const
const SEARCH = { operation: 'search', subject: 'tea & cake' } as const

function pathOf(request: PageRequest, overrides: object): string {
  const path = pagePath(request, readProvider(overrides))
  if (!path.ok) throw new Error(path.problem.message)
  return path.value
}

/** Returns a timeline whose user is in the query. */
const inQuery = (timeline: object = {}) => ({
  timeline: { path: '/user/last', subject: { in: 'query', name: 'userName', is: 'handle' }, ...timeline },
})

describe('the subject of a request', () => {
  test('is in the path or in a parameter', () => {
    expect(pathOf({ ...ADA, count: 20 }, { timeline: { path: '/2/users/{user}/posts' } })).toBe(
      '/2/users/%40ada/posts?count=20',
    )
    expect(pathOf({ ...ADA, count: 20 }, inQuery())).toBe('/user/last?userName=ada&count=20')
  })

  test('is sent as typed if the service accepts anything, and without its @ if it wants a handle', () => {
    const subject = (is: string) => ({ timeline: { subject: { is }, count: { name: null } } })
    expect(pathOf(ADA, subject('any'))).toBe('/v1/users/%40ada/tweets')
    expect(pathOf(ADA, subject('handle'))).toBe('/v1/users/ada/tweets')
    expect(pathOf({ ...ADA, subject: ' ada ' }, subject('handle'))).toBe('/v1/users/ada/tweets')
    expect(pathOf({ ...ADA, subject: 'a@b' }, subject('handle'))).toBe('/v1/users/a%40b/tweets')
  })

  test('is the id that was looked up, or the typed one, if the service wants an id', () => {
    const byId = { timeline: { subject: { is: 'id' }, count: { name: null } } }
    expect(pathOf({ ...ADA, userId: '12' }, byId)).toBe('/v1/users/12/tweets')
    expect(pathOf({ ...ADA, subject: '34' }, byId)).toBe('/v1/users/34/tweets')
    // An id is not sent unless the service wants one.
    expect(pathOf({ ...ADA, userId: '12' }, { timeline: { count: { name: null } } })).toBe(
      '/v1/users/%40ada/tweets',
    )
  })

  test.each(['', ' ', '.', '..', '@', '@..'])('cannot be %j', (subject) => {
    const path = pagePath({ ...ADA, subject }, readProvider({ timeline: { subject: { is: 'handle' } } }))
    expect(path).toMatchObject({ ok: false, problem: { kind: 'bad_request', charged: 'no' } })
  })

  test('may contain what looks like a replacement pattern', () => {
    expect(pathOf({ ...ADA, subject: "$&$'{user}" }, { timeline: { count: { name: null } } })).toBe(
      "/v1/users/%24%26%24'%7Buser%7D/tweets",
    )
  })
})

describe('a list sends only what it names', () => {
  test('no page size if it has no parameter for it', () => {
    expect(pathOf({ ...ADA, count: 30 }, inQuery({ count: { name: null } }))).toBe('/user/last?userName=ada')
  })

  test('a page size under its own name, within what is sold', () => {
    const count = (wish?: number) =>
      pathOf(
        { ...ADA, ...(wish !== undefined && { count: wish }) },
        inQuery({ count: { name: 'max_results', floor: 5, maximum: 1000 } }),
      )
    expect(count()).toBe('/user/last?userName=ada&max_results=1000')
    expect(count(1)).toBe('/user/last?userName=ada&max_results=5')
    expect(count(700)).toBe('/user/last?userName=ada&max_results=700')
    expect(count(7000)).toBe('/user/last?userName=ada&max_results=1000')
  })

  test('the order of a search in the service’s words, and none if it offers none', () => {
    const search = { path: '/find', subject: { name: 'query' }, count: { name: null } }
    const sort = { name: 'sort_order', latest: 'recency', top: 'relevancy' }
    const order = (product: 'Latest' | 'Top' | undefined, offered: object | null) =>
      pathOf({ ...SEARCH, ...(product && { product }) }, { search: { ...search, product: offered } })
    expect(order(undefined, sort)).toBe('/find?query=tea%20%26%20cake&sort_order=recency')
    expect(order('Latest', sort)).toBe('/find?query=tea%20%26%20cake&sort_order=recency')
    expect(order('Top', sort)).toBe('/find?query=tea%20%26%20cake&sort_order=relevancy')
    expect(order('Latest', null)).toBe('/find?query=tea%20%26%20cake')
  })

  test('its fixed parameters, and the cursor under its own name', () => {
    const list = inQuery({
      count: { name: null },
      fixed: { 'tweet.fields': 'created_at,author_id', includeReplies: 'false' },
      cursor: { send: 'pagination_token' },
    })
    expect(pathOf({ ...ADA, cursor: 'a/b=' }, list)).toBe(
      '/user/last?userName=ada&tweet.fields=created_at%2Cauthor_id&includeReplies=false&pagination_token=a%2Fb%3D',
    )
    expect(pathOf(ADA, list)).not.toContain('pagination_token')
  })
})

describe('a look-up', () => {
  const lookup = (given: object) => readProvider({ lookup: given })

  test('has the handle in the path or in a parameter, without its @', () => {
    expect(lookupPath('@ada', lookup({ path: '/users/by/{user}' }))).toBe('/users/by/ada')
    expect(lookupPath(' ada ', lookup({ path: '/user', subject: { in: 'query', name: 'name' } }))).toBe(
      '/user?name=ada',
    )
  })

  test('is not made without a handle, nor if the service has none', () => {
    for (const handle of ['', '@', '..', '@.'])
      expect(lookupPath(handle, lookup({ path: '/users/{user}' }))).toBeNull()
    expect(lookupPath('ada', readProvider({}))).toBeNull()
  })
})
