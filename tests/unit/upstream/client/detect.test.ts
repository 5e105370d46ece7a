import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  defaultProvider,
  detectPage,
  type RawAnswer,
  readPage,
  readProvider,
  suggestFromPage,
} from '@/lib/upstream/client'
import { parseJson } from '@/lib/upstream/client/json'
import { PRESET_ANSWERS } from '@/tests/factories/preset-answers'

const seen = (text: string, headers: Record<string, string> = {}, httpStatus = 200): RawAnswer => ({
  httpStatus,
  headers: new Map(Object.entries(headers)),
  text,
  body: parseJson(text, 32),
})

const suggested = (text: string, operation: 'timeline' | 'followers', headers = {}) => {
  const answer = seen(text, headers)
  const findings = detectPage(answer, operation)
  if (!findings || answer.body === undefined) throw new Error('nothing was detected')
  return suggestFromPage(defaultProvider, { findings, body: answer.body })
}

const pageBy = (
  provider: ReturnType<typeof suggested>,
  text: string,
  operation: 'timeline' | 'followers',
) => {
  const { body = null, headers } = seen(text)
  const page = readPage(body, headers, { operation }, provider)
  if (!page.ok) throw new Error(page.problem.message)
  return page.value
}

describe('the sandbox’s presets', () => {
  test('plain: everything is found, and nothing needs to change', () => {
    const findings = detectPage(seen(PRESET_ANSWERS.plain.timeline), 'timeline')
    expect(findings).toMatchObject({
      arrayPath: 'tweets',
      items: 20,
      charge: null,
      fields: {
        id: { path: 'id', example: '3032324493313835010' },
        text: { path: 'text', example: 'Post 0' },
        author: { path: 'author' },
        handle: { path: 'author.username', example: 'ada_0' },
        name: { path: 'author.name', example: 'Ada 0' },
        time: { path: 'created_at', example: '2026-03-10T12:00:10.000Z' },
        link: null,
      },
    })
    expect(suggested(PRESET_ANSWERS.plain.timeline, 'timeline')).toEqual(defaultProvider)
    expect(suggested(PRESET_ANSWERS.plain.followers, 'followers')).toEqual(defaultProvider)
  })

  test('nested: the array within an object, ids to the last digit, the charge in a header', () => {
    const headers = { 'x-credits-charged': '3.25', 'x-credits-remaining': '900' }
    const findings = detectPage(seen(PRESET_ANSWERS.nested.timeline, headers), 'timeline')
    expect(findings).toMatchObject({
      arrayPath: 'data.posts',
      charge: { where: 'header', name: 'x-credits-charged', nano: 3_250_000_000n },
      fields: {
        id: { path: 'id', example: '3032324493313835010' },
        text: { path: 'full_text' },
        handle: { path: 'user.screen_name' },
        time: { path: 'created_at', example: 'Wed Jan 06 18:40:10 +0000 2021' },
        link: { path: 'url', example: 'https://social.example/p/0' },
      },
    })
    expect(suggested(PRESET_ANSWERS.nested.timeline, 'timeline', headers).chargeHeader).toBe(
      'x-credits-charged',
    )
    const people = detectPage(seen(PRESET_ANSWERS.nested.followers), 'followers')
    expect(people).toMatchObject({
      arrayPath: 'data.accounts',
      fields: { id: { path: 'id' }, handle: { path: 'screen_name' }, text: { path: 'bio' }, author: null },
    })
  })

  test('legacy: the right one of two arrays, the id that is not rounded, the charge in a field', () => {
    const findings = detectPage(seen(PRESET_ANSWERS.legacy.timeline), 'timeline')
    expect(findings).toMatchObject({
      arrayPath: 'results',
      charge: { where: 'field', name: 'meta.creditsCharged', nano: 3_000_000_000n },
      fields: {
        id: { path: 'id_str', example: '3032324493313835010' },
        author: { path: 'author_id' },
        handle: { path: 'userName' },
        name: { path: 'displayName' },
        time: { path: 'createdAt', example: '1610000000' },
        link: { path: 'permalink' },
      },
    })
    expect(suggested(PRESET_ANSWERS.legacy.followers, 'followers').chargeField).toBe('meta.creditsCharged')
  })

  test.each(Object.entries(PRESET_ANSWERS))(
    '%s: a page read by the suggestion has all its fields',
    (_, answers) => {
      const { items } = pageBy(suggested(answers.timeline, 'timeline'), answers.timeline, 'timeline')
      expect(items).toHaveLength(20)
      expect(new Set(items.map(({ id }) => id)).size).toBe(20)
      expect(items[3]).toMatchObject({
        id: '3032324493313835013',
        text: 'Post 3',
        author: { handle: 'ada_3', name: 'Ada 3', id: expect.stringMatching(/^\d+$/) },
        createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
      })
      const people = pageBy(suggested(answers.followers, 'followers'), answers.followers, 'followers').items
      expect(people[4]).toMatchObject({ text: 'Likes tea', author: { handle: 'ada_4', name: 'Ada 4' } })
    },
  )
})

describe('unexpected names', () => {
  const odd = JSON.stringify({
    payload: {
      hits: [
        {
          post_id: 'p1',
          says: 'A first post with words',
          writer: 'x',
          on_At: 'no time',
          made_at: '2026-03-10T12:00:00Z',
        },
        { post_id: 'p2', says: 'A second one', writer: 'y', on_At: 'none', made_at: '2026-03-10T12:01:00Z' },
      ],
      facets: [{ k: 1 }, { k: 2 }, { k: 3 }],
    },
  })

  test('the suggested provider reads them', () => {
    const provider = suggested(odd, 'timeline')
    expect([provider.timeline.items, provider.search.items, provider.followers.items]).toEqual([
      'payload.hits',
      null,
      null,
    ])
    expect(provider.fields.id[0]).toBe('post_id')
    expect(provider.fields.text[0]).toBe('says')
    expect(provider.fields.time[0]).toBe('made_at')
    expect(pageBy(provider, odd, 'timeline').items).toMatchObject([
      { id: 'p1', text: 'A first post with words', createdAt: '2026-03-10T12:00:00.000Z' },
      { id: 'p2', text: 'A second one' },
    ])
  })

  test('fields that fit already stay as the team set them', () => {
    const own = readProvider({ fields: { text: ['says', 'text'] }, timeline: { items: 'payload.hits' } })
    const answer = seen(odd)
    const findings = detectPage(answer, 'timeline')
    if (!findings || answer.body === undefined) throw new Error('nothing was detected')
    const provider = suggestFromPage(own, { findings, body: answer.body })
    expect(provider.fields.text).toEqual(['says', 'text'])
    expect(provider.timeline).toEqual(own.timeline)
  })
})

describe('an answer without a page', () => {
  test.each([
    ['an error with status 200', '{"status":"error","errors":[{"code":1}]}', 200],
    ['a refusal', PRESET_ANSWERS.plain.timeline, 404],
    ['a page of HTML', '<html><body>Hello</body></html>', 200],
    ['no list', '{"ok":true,"count":3}', 200],
    ['a list of texts', '{"items":["a","b"]}', 200],
    ['a mere number', '7', 200],
  ])('%s', (_, text, status) => {
    expect(detectPage(seen(text, {}, status), 'timeline')).toBeNull()
  })

  test('an empty page names its array and no fields', () => {
    expect(detectPage(seen('{"tweets":[]}'), 'search')).toMatchObject({
      arrayPath: 'tweets',
      items: 0,
      fields: null,
    })
  })

  test('a remaining balance is not a charge', () => {
    const text = '{"tweets":[],"credits_remaining":5,"total_cost_limit":7}'
    expect(detectPage(seen(text, { 'x-ratelimit-cost-remaining': '9' }), 'timeline')?.charge).toBeNull()
  })
})

test('whatever an upstream sends, detection and its suggestion neither throw nor name a field that no name fits', () => {
  const name = fc.oneof(
    fc.constantFrom('id', 'text', 'user', 'x.y', 'created_at', 'cost', '__proto__'),
    fc.string(),
  )
  const value = fc.jsonValue({ maxDepth: 2 })
  const item = fc.dictionary(name, value, { maxKeys: 6 })
  const answer = fc.oneof(
    value,
    fc.dictionary(name, fc.array(item, { maxLength: 5 }), { maxKeys: 4 }),
    fc.dictionary(name, fc.dictionary(name, fc.array(item, { maxLength: 5 }), { maxKeys: 2 }), {
      maxKeys: 2,
    }),
  )
  fc.assert(
    fc.property(answer, fc.dictionary(name, fc.string(), { maxKeys: 4 }), (body, headers) => {
      const text = JSON.stringify(body)
      const findings = detectPage(seen(text, headers), 'timeline')
      if (findings) suggested(text, 'timeline', headers)
    }),
    { numRuns: 300 },
  )
})

describe('a provider configured by hand', () => {
  const deep = JSON.stringify({
    result: {
      extra: [{ id: 1, text: 'not these', name: 'n', url: 'https://a.example' }],
      rows: [1, 2].map((n) => ({
        ref: `r${n}`,
        posted: `Fri, 20 Nov 2026 12:00:0${n} GMT`,
        note: 'a longer text than the body has, and with more words in it',
        content: { v: { body: `Words ${n}`, lang: 'en' } },
        by: { core: { login: `ada_${n}`, label: 'Ada' } },
      })),
    },
  })
  const own = readProvider({
    timeline: { items: 'result.rows' },
    fields: {
      id: ['ref'],
      text: ['content.v.body'],
      author: ['by'],
      handle: ['core.login'],
      name: ['core.label'],
      time: ['posted'],
    },
  })

  test('the fields in force come first, dotted ones included, and nothing is changed', () => {
    const answer = seen(deep)
    const findings = detectPage(answer, 'timeline', own)
    expect(findings).toMatchObject({
      arrayPath: 'result.rows',
      fields: {
        id: { path: 'ref', example: 'r1' },
        text: { path: 'content.v.body', example: 'Words 1' },
        handle: { path: 'by.core.login', example: 'ada_1' },
        name: { path: 'by.core.label' },
        time: { path: 'posted' },
      },
    })
    if (!findings || answer.body === undefined) throw new Error('nothing was detected')
    expect(suggestFromPage(own, { findings, body: answer.body })).toEqual(own)
  })

  test('the first item is returned value by value, however deep a value lies', () => {
    expect(detectPage(seen(deep), 'timeline', own)?.example).toEqual([
      { path: 'ref', value: 'r1' },
      { path: 'posted', value: 'Fri, 20 Nov 2026 12:00:01 GMT' },
      { path: 'note', value: 'a longer text than the body has, and with more words in it' },
      { path: 'content.v.body', value: 'Words 1' },
      { path: 'content.v.lang', value: 'en' },
      { path: 'by.core.login', value: 'ada_1' },
      { path: 'by.core.label', value: 'Ada' },
    ])
  })

  test('deep fields are found without a provider, but not those of a quoted post', () => {
    const text = JSON.stringify({
      data: [1, 2].map((n) => ({
        quoted_status: { legacy: { full_text: 'another post', created_at: '2020-01-01' } },
        legacy: { id_str: `${n}`, full_text: `Words ${n}`, created_at: '2026-11-20T12:00:00Z' },
        core: { user: { id: `u${n}`, legacy: { screen_name: `ada_${n}` } } },
      })),
    })
    const provider = suggested(text, 'timeline')
    expect(pageBy(provider, text, 'timeline').items).toMatchObject([
      {
        id: '1',
        text: 'Words 1',
        author: { id: 'u1', handle: 'ada_1' },
        createdAt: '2026-11-20T12:00:00.000Z',
      },
      { id: '2', text: 'Words 2' },
    ])
  })

  test('a time is not taken for the text, whatever its format', () => {
    const text = JSON.stringify({ posts: [{ id: 1, when: 'Fri, 20 Nov 2026 12:00:00 GMT', said: 'a b' }] })
    expect(detectPage(seen(text), 'timeline')?.fields?.text?.path).toBe('said')
  })
})
