import { describe, expect, test } from 'vitest'
import { readProvider } from '@/lib/upstream/client'
import type { JsonObject, JsonValue } from '@/lib/upstream/client/json'
import { readPage } from '@/lib/upstream/client/page'

const posts = (length: number) => Array.from({ length }, (_, id) => ({ id: `${id}`, text: 'a' }))

/** Returns how the page with this body leads on, with this form of a timeline. */
function nextOf(body: JsonValue, timeline: object = {}, count?: number) {
  const reading = readPage(body, new Map(), { operation: 'timeline', count }, readProvider({ timeline }))
  if (!reading.ok) throw new Error(reading.problem.message)
  const { nextCursor, hasUnusableCursor, isNextLost } = reading.value
  return { nextCursor, hasUnusableCursor, isNextLost }
}

const LAST = { nextCursor: null, hasUnusableCursor: false, isNextLost: false }
const LOST = { ...LAST, isNextLost: true }
const to = (nextCursor: string) => ({ ...LAST, nextCursor })

describe('the next page', () => {
  const cursor = (given: object) => ({ cursor: given })

  test('is named where the provider says, even at a dotted path', () => {
    const byMeta = cursor({ read: 'meta.next_token' })
    expect(nextOf({ data: posts(2), meta: { next_token: 't' } }, byMeta)).toEqual(to('t'))
    expect(nextOf({ data: posts(2), meta: {}, next_cursor: 'c' }, byMeta)).toEqual(LAST)
    expect(
      nextOf(
        { data: posts(2), paging: { cursors: { after: 17 } } },
        cursor({ read: 'paging.cursors.after' }),
      ),
    ).toEqual(to('17'))
  })

  test('may also be named beside the items, if these are deeper', () => {
    const body = { data: { tweets: posts(2), next_cursor: 'c', has_next_page: true } }
    expect(nextOf(body, { items: 'data.tweets' })).toEqual(to('c'))
    expect(nextOf(body, { items: 'data.tweets', ...cursor({ more: 'has_next_page' }) })).toEqual(to('c'))
  })

  test.each(['0', '-1', 'END'])('is absent if its cursor is %j and that means none', (next_cursor) => {
    const none = cursor({ none: ['0', '-1', 'END'] })
    expect(nextOf({ tweets: posts(20), next_cursor }, none)).toEqual(LAST)
    expect(nextOf({ tweets: posts(20), next_cursor })).toEqual(to(next_cursor))
  })

  test('is absent if a number means none', () => {
    expect(nextOf({ tweets: posts(20), next_cursor: -1 }, cursor({ none: ['-1'] }))).toEqual(LAST)
    expect(nextOf({ tweets: posts(20), next_cursor: 0 })).toEqual(LAST)
  })

  test.each([false, 'false', 0])('is absent if %j says so, whatever the cursor is', (has_more) => {
    const more = cursor({ more: 'has_more' })
    expect(nextOf({ tweets: posts(20), has_more, next_cursor: 'c' }, more)).toEqual(LAST)
  })

  test.each([true, 'true', 1])(
    'was not found if %j says that there is one, yet there is no cursor',
    (has_more) => {
      const more = cursor({ more: 'has_more' })
      expect(nextOf({ tweets: posts(2), has_more }, more)).toEqual(LOST)
      expect(nextOf({ tweets: posts(2), has_more, next_cursor: 'c' }, more)).toEqual(to('c'))
    },
  )

  test('follows from the cursor if nothing says whether there is more', () => {
    const more = cursor({ more: 'meta.has_more' })
    expect(nextOf({ tweets: posts(20), next_cursor: 'c' }, more)).toEqual(to('c'))
    expect(nextOf({ tweets: posts(20) }, more)).toEqual(LAST)
  })
})

describe('a full page without a cursor where the provider looks', () => {
  const SIGNS: readonly [string, JsonObject][] = [
    ['meta.next_token', { meta: { next_token: 't' } }],
    ['cursor_bottom', { cursor_bottom: 't' }],
    ['nextCursor', { nextCursor: 't' }],
    ['continuation_token', { continuation_token: 't' }],
    ['paging.next', { paging: { next: 'https://a.test?page=2' } }],
    ['a page number', { next_page: 2 }],
    ['has_more alone', { has_more: true }],
    ['hasNextPage', { page_info: { hasNextPage: true } }],
  ]

  test.each(SIGNS)('is not reported as the last one: %s', (_, beside) => {
    expect(nextOf({ data: posts(20), ...beside })).toEqual(LOST)
    expect(nextOf({ data: posts(100), ...beside })).toEqual(LOST)
  })

  test.each(SIGNS)('is the last one if it is short: %s', (_, beside) => {
    expect(nextOf({ data: posts(19), ...beside })).toEqual(LAST)
    expect(nextOf({ data: [], ...beside })).toEqual(LAST)
  })

  test.each<[string, JsonObject]>([
    ['nothing', {}],
    ['a way back', { meta: { previous_token: 't' } }],
    ['a previous cursor', { previous_cursor: 't' }],
    ['prevCursor', { prevCursor: 't' }],
    ['the newest id', { min_token: 't', meta: { newest_id: '9', oldest_id: '1' } }],
    ['where it stands', { links: { self: 'a', first: 'b' }, start_cursor: 't' }],
    ['an empty cursor', { nextCursor: null, next_token: '' }],
    ['the cursor of an end', { cursor_bottom: '0', next_token: 0 }],
    ['no more', { has_more: false }],
    ['what lies too deep', { a: { b: { c: { d: { next_cursor: 't' } } } } }],
  ])('is the last one beside %s', (_, beside) => {
    expect(nextOf({ data: posts(20), ...beside })).toEqual(LAST)
  })

  test('is full by the requested count, or by the floor if the request asked for more', () => {
    const page = (length: number) => ({ data: posts(length), meta: { next_token: 't' } })
    const small = { count: { floor: 5 } }
    expect(nextOf(page(5), small, 5)).toEqual(LOST)
    expect(nextOf(page(4), small, 5)).toEqual(LAST)
    expect(nextOf(page(5), small, 100)).toEqual(LOST)
    expect(nextOf(page(20), {}, 100)).toEqual(LOST)
  })

  test('is the last one if the other sign also means none', () => {
    const body = { data: posts(20), cursor_bottom: 'END' }
    expect(nextOf(body, { cursor: { none: ['END'] } })).toEqual(LAST)
    expect(nextOf(body)).toEqual(LOST)
  })

  test('is looked for beside the items as well', () => {
    const body = { data: { tweets: posts(20), nextCursor: 't' } }
    expect(nextOf(body, { items: 'data.tweets' })).toEqual(LOST)
  })
})

describe('an answer without a list', () => {
  const read = (body: JsonValue, timeline: object = {}) =>
    readPage(body, new Map(), { operation: 'timeline' }, readProvider({ timeline }))

  test.each<[JsonValue, object]>([
    [{ meta: { result_count: 0 } }, {}],
    [{ meta: { result_count: 0 } }, { items: 'data' }],
    [{ result_count: '0' }, {}],
    [{ count: 0 }, {}],
    [{ total_count: 500, num_results: 0 }, {}],
    [{ data: null, total: 500 }, { items: 'data' }],
    [{ data: null }, {}],
    [{ tweets: null, next_cursor: null }, {}],
    [{ result: { tweets: null } }, { items: 'result.tweets' }],
  ])('that shows an empty result is an empty last page: %j', (body, timeline) => {
    expect(read(body, timeline)).toMatchObject({ ok: true, value: { items: [], ids: [], ...LAST } })
  })

  test.each<[JsonValue, object]>([
    [{ meta: { result_count: 3 } }, {}],
    [{ data: null, meta: { result_count: 3 } }, { items: 'data' }],
    [{}, {}],
    [null, {}],
    [{ user: null }, {}],
    [{ tweets: null }, { items: 'data' }],
    [{ account: { balance: 0 } }, {}],
  ])('that shows no empty result is not understood: %j', (body, timeline) => {
    expect(read(body, timeline)).toMatchObject({ ok: false, problem: { kind: 'not_understood' } })
  })

  test('that reports errors failed', () => {
    expect(read({ data: null, errors: [{ detail: 'Gone' }] })).toMatchObject({
      ok: false,
      problem: { kind: 'bad_request', upstreamWords: 'Gone' },
    })
  })
})

describe('authors beside the items', () => {
  const provider = {
    items: 'data',
    authors: 'includes.users',
  }
  const authorsOf = (body: JsonValue, timeline: object = provider) => {
    const reading = readPage(
      body,
      new Map(),
      { operation: 'timeline' },
      readProvider({ timeline, fields: { author: ['author_id'] } }),
    )
    return reading.ok ? reading.value.items.map(({ author }) => author) : null
  }
  const users = [
    { id: '7', username: 'ada', name: 'Ada' },
    { id: '8', username: 'grace', name: 'Grace' },
    { username: 'nobody' },
  ]

  test('are found by their ids', () => {
    const body = {
      data: [{ author_id: '8' }, { author_id: '7' }, { author_id: '9' }, {}],
      includes: { users },
    }
    expect(authorsOf(body)).toEqual([
      { id: '8', handle: 'grace', name: 'Grace' },
      { id: '7', handle: 'ada', name: 'Ada' },
      { id: '9', handle: null, name: null },
      { id: null, handle: null, name: null },
    ])
  })

  test('in the item itself stay as they are', () => {
    const body = { data: [{ author_id: '7', username: 'own', name: 'Own' }], includes: { users } }
    expect(authorsOf(body)).toEqual([{ id: '7', handle: 'own', name: 'Own' }])
  })

  test.each<[string, JsonValue]>([
    ['missing', {}],
    ['no list', { users: { id: '7' } }],
    ['no people', { users: ['7', null, 3] }],
  ])('may be %s', (_, includes) => {
    expect(authorsOf({ data: [{ author_id: '7' }], includes })).toEqual([
      { id: '7', handle: null, name: null },
    ])
  })

  test('are not taken for the items', () => {
    const body = { data: [{ author_id: '7' }], includes: { users } }
    expect(authorsOf(body, { authors: 'includes.users' })).toHaveLength(1)
  })
})
