import { describe, expect, test } from 'vitest'
import type { Operation } from '@/lib/kernel'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import type { JsonValue } from '@/lib/upstream/client/json'
import { readPage } from '@/lib/upstream/client/page'
import type { PageContent } from '@/lib/upstream/client/types'

interface Circumstances {
  readonly provider?: object
  readonly operation?: Operation
  readonly headers?: Readonly<Record<string, string>>
  readonly count?: number
}

function pageOf(
  body: JsonValue,
  { provider = {}, operation = 'timeline', headers = {}, count }: Circumstances = {},
): PageContent {
  const reading = readPage(
    body,
    new Map(Object.entries(headers)),
    { operation, count },
    readProvider(provider),
  )
  if (!reading.ok) throw new Error(reading.problem.message)
  return reading.value
}

const idsIn = (body: JsonValue, circumstances?: Circumstances) =>
  pageOf(body, circumstances).items.map(({ id }) => id)
const itemOf = (raw: JsonValue, operation: Operation = 'timeline') =>
  pageOf({ items: [raw] }, { operation }).items[0]

describe('finding the items', () => {
  test.each([
    ['under a usual name', { tweets: [{ id: '1' }] }],
    [
      'under any name, where it is the one array of objects',
      { entries: [{ id: '1' }], tags: ['a'], count: 1 },
    ],
    ['beside another, by the usual name', { ads: [{ id: '9' }], posts: [{ id: '1' }] }],
    ['beside warnings', { feed: [{ id: '1' }], warnings: [{ id: '9' }] }],
    ['beside errors', { data: [{ id: '1' }], errors: [{ detail: 'One post is hidden' }] }],
    ['one level down', { data: { tweets: [{ id: '1' }], count: 1 }, meta: { count: 1 } }],
    ['as the whole body', [{ id: '1' }]],
  ])('%s', (_, body) => {
    expect(idsIn(body)).toEqual(['1'])
  })

  test('the provider’s name comes first', () => {
    const body = { tweets: [{ id: '9' }], result: { entries: [{ id: '1' }], next_cursor: 'c' } }
    const page = pageOf(body, { provider: { timeline: { items: 'result.entries' } } })
    expect(page.items.map(({ id }) => id)).toEqual(['1'])
    expect(page.nextCursor).toBe('c')
  })

  test('an empty page', () => {
    expect(idsIn({ tweets: [] })).toEqual([])
    expect(idsIn({ tweets: [], users: [] })).toEqual([])
  })

  test.each([
    [{ ads: [{ id: '1' }], feed: [{ id: '2' }] }],
    [{ a: { tweets: [{ id: '1' }] }, b: { tweets: [{ id: '2' }] } }],
  ])('not by a guess: %j', (body) => {
    expect(readPage(body, new Map(), { operation: 'timeline' }, defaultProvider)).toMatchObject({
      problem: { kind: 'not_understood', charged: 'unknown' },
    })
  })

  test('more items than requested are all kept', () => {
    expect(idsIn({ tweets: Array.from({ length: 137 }, (_, id) => ({ id })) })).toHaveLength(137)
  })
})

describe('pagination', () => {
  test('next_cursor is taken unchanged', () => {
    expect(pageOf({ tweets: [], next_cursor: ' a/b== ' }).nextCursor).toBe(' a/b== ')
    expect(pageOf({ data: { tweets: [], next_cursor: 'x' } }).nextCursor).toBe('x')
    expect(pageOf({ tweets: [], next_cursor: 17 }).nextCursor).toBe('17')
  })

  test.each([
    [{}],
    [{ next_cursor: null }],
    [{ next_cursor: '' }],
    [{ next_cursor: false }],
    [{ next_cursor: 0 }],
  ])('a page with %j is the last one', (end) => {
    expect(pageOf({ tweets: [], ...end })).toMatchObject({
      nextCursor: null,
      hasUnusableCursor: false,
      isNextLost: false,
    })
  })

  test.each([[{}], [[]], [true], ['x'.repeat(5000)]])(
    'an unusable cursor leads nowhere, but the items count: %j',
    (next_cursor) => {
      expect(pageOf({ tweets: [{ id: 1 }], next_cursor })).toMatchObject({
        items: [{ id: '1' }],
        nextCursor: null,
        hasUnusableCursor: true,
      })
    },
  )
})

describe('items', () => {
  test('a post with its author', () => {
    const raw = {
      id: 12,
      id_str: '1234567890123456789',
      text: 'short…',
      full_text: 'long',
      created_at: 'Wed Jan 06 18:40:40 +0000 2021',
      user: { id_str: '7', screen_name: 'ada', name: 'Ada' },
      url: 'https://x.test/1',
    }
    expect(itemOf(raw)).toEqual({
      id: '1234567890123456789',
      text: 'long',
      author: { id: '7', handle: 'ada', name: 'Ada' },
      createdAt: '2021-01-06T18:40:40.000Z',
      link: 'https://x.test/1',
      raw,
    })
  })

  test.each([
    [{ author: { id: 7, userName: 'ada' } }, { id: '7', handle: 'ada', name: null }],
    [{ author_id: '7' }, { id: '7', handle: null, name: null }],
    [
      { author_id: 'u7', username: 'ada' },
      { id: 'u7', handle: 'ada', name: null },
    ],
    [{ author: 'ada' }, { id: null, handle: 'ada', name: null }],
    [{ user: '7' }, { id: '7', handle: null, name: null }],
    [
      { username: 'ada', name: 'Ada' },
      { id: null, handle: 'ada', name: 'Ada' },
    ],
    [{}, { id: null, handle: null, name: null }],
  ])('authors are written in many ways: %j', (raw, author) => {
    expect(itemOf({ id: '1', ...raw })?.author).toEqual(author)
  })

  test('a follower is its own author, a post is not', () => {
    const raw = { id: '7', username: 'ada', name: 'Ada', description: 'Engines' }
    expect(itemOf(raw, 'followers')).toMatchObject({
      text: 'Engines',
      author: { id: '7', handle: 'ada', name: 'Ada' },
    })
    expect(itemOf(raw)?.author.id).toBeNull()
  })

  test('an item without an id was paid for too: it is kept, with an id made from its content', () => {
    const [first, second, again] = idsIn({ tweets: [{ text: 'a' }, { text: 'b' }, { text: 'a' }] })
    expect(first).toMatch(/^content-[0-9a-f]{32}$/)
    expect(first).toBe(again)
    expect(first).not.toBe(second)
  })

  test('a link can only be http or https', () => {
    const links = [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a.test/b',
      ' http://a.test',
      'http://',
      '//a.test',
    ]
    const { items } = pageOf({ tweets: links.map((url) => ({ url })) })
    expect(items.map(({ link }) => link)).toEqual([null, null, 'https://a.test/b', null, null, null])
  })

  test('values of a wrong type are read as absent', () => {
    expect(itemOf({ id: {}, text: [], author: true, created_at: {}, url: 7 })).toMatchObject({
      id: expect.stringMatching(/^content-/),
      text: '',
      author: { id: null, handle: null, name: null },
      createdAt: null,
      link: null,
    })
  })
})

describe('a reported charge', () => {
  const provider = { chargeField: 'meta.creditsCharged', chargeHeader: 'X-Charged' }
  const charge = (creditsCharged: JsonValue, headers: Record<string, string> = {}) =>
    pageOf({ tweets: [], meta: { creditsCharged } }, { provider, headers }).reportedChargeNano

  test('is read from the header, or else from the field', () => {
    expect(charge(1.5)).toBe(1_500_000_000n)
    expect(charge('0.000000001')).toBe(1n)
    expect(charge(1.5, { 'x-charged': '2' })).toBe(2_000_000_000n)
    expect(charge(1.5, { 'x-charged': 'two' })).toBe(1_500_000_000n)
  })

  test.each([null, -1, 'free', {}, '1e300'])('cannot be %j', (value) => {
    expect(charge(value)).toBeNull()
  })

  test('is null if the provider names none', () => {
    expect(pageOf({ tweets: [], meta: { creditsCharged: 1 } }).reportedChargeNano).toBeNull()
  })
})
