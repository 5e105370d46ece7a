import { expect, test } from 'vitest'
import type { Operation } from '@/lib/kernel'
import { readProvider } from '@/lib/upstream/client'
import { pagePath } from '@/lib/upstream/client/address'
import { parseJson } from '@/lib/upstream/client/json'
import { readPage } from '@/lib/upstream/client/page'
import { PRESET_PROVIDERS } from '../../../factories/preset-providers'
import { answering, NOW, problemOf } from './server'

type Preset = keyof typeof PRESET_PROVIDERS

/** One post and one person as each kind of service writes them. */
const POSTS: Readonly<Record<Preset, string>> = {
  plain: `{"tweets":[{"id":"9007199254740993","text":"Hi","created_at":"2021-01-06T18:40:40.000Z",
    "author":{"id":"9007199254740995","username":"ada","name":"Ada"}}],"next_cursor":"c"}`,
  nested: `{"data":{"posts":[{"id":9007199254740993,"full_text":"Hi","created_at":"Wed Jan 06 18:40:40 +0000 2021",
    "user":{"id":9007199254740995,"screen_name":"ada","name":"Ada"},"url":"https://example.com/1"}],"total":1},
    "next_cursor":"c"}`,
  legacy: `{"includes":[{"id":"x"}],"results":[{"id":9007199254740992,"id_str":"9007199254740993","text":"Hi",
    "createdAt":1609958440,"author_id":"9007199254740995","userName":"ada","displayName":"Ada",
    "permalink":"https://example.com/1"}],"meta":{"creditsCharged":0.15},"next_cursor":"c"}`,
}
const PEOPLE: Readonly<Record<Preset, string>> = {
  plain: '{"users":[{"id":"9007199254740995","username":"ada","name":"Ada","description":"Bio"}]}',
  nested:
    '{"data":{"accounts":[{"id":9007199254740995,"screen_name":"ada","name":"Ada","bio":"Bio"}],"total":1}}',
  legacy: `{"includes":[{"id":"x"}],"followers":[{"id_str":"9007199254740995","userName":"ada","displayName":"Ada",
    "description":"Bio"}]}`,
}
const ADA = { id: '9007199254740995', handle: 'ada', name: 'Ada' }
const PRESETS = ['plain', 'nested', 'legacy'] as const

function read(preset: Preset, operation: Operation, body: string) {
  const headers = new Map(preset === 'nested' ? [['x-credits-charged', '0.15']] : [])
  const provider = readProvider(PRESET_PROVIDERS[preset])
  const reading = readPage(parseJson(body, 32) ?? null, headers, { operation }, provider)
  if (!reading.ok) throw new Error(reading.problem.message)
  return reading.value
}

test.each(PRESETS)('a post of the %s kind', (preset) => {
  const { items, nextCursor, reportedChargeNano } = read(preset, 'timeline', POSTS[preset])
  expect(nextCursor).toBe('c')
  expect(reportedChargeNano).toBe(preset === 'plain' ? null : 150_000_000n)
  expect(items).toMatchObject([
    {
      id: '9007199254740993',
      text: 'Hi',
      author: ADA,
      createdAt: '2021-01-06T18:40:40.000Z',
      link: preset === 'plain' ? null : 'https://example.com/1',
    },
  ])
})

test.each(PRESETS)('a person of the %s kind', (preset) => {
  expect(read(preset, 'followers', PEOPLE[preset]).items).toMatchObject([
    { id: ADA.id, text: 'Bio', author: ADA },
  ])
})

test.each([
  ['plain', '/v1/search?q=a&product=Top&count=50', '/v1/users/ada/followers?count=200'],
  ['nested', '/v1/tweets/search?query=a&product=Top&count=50', '/v1/followers/ada?count=200'],
  ['legacy', '/v1/find/posts?keywords=a&product=Top&count=50', '/v1/accounts/ada/follower-list?count=200'],
] as const)('the paths of the %s kind', (preset, search, followers) => {
  const provider = readProvider(PRESET_PROVIDERS[preset])
  expect(pagePath({ operation: 'search', subject: 'a', product: 'Top' }, provider)).toEqual({
    ok: true,
    value: search,
  })
  expect(pagePath({ operation: 'followers', subject: 'ada' }, provider)).toEqual({
    ok: true,
    value: followers,
  })
})

test.each([
  ['plain', 402, { error: 'payment_required', message: 'No credits' }, {}, 'wallet_empty', 'No credits'],
  ['nested', 403, { success: false, error: { message: 'Bad key' } }, {}, 'not_allowed', 'Bad key'],
  ['nested', 404, { errors: [{ code: 50, message: 'No user' }] }, {}, 'not_found', 'No user'],
  ['nested', 429, {}, { 'retry-after': '250' }, 'rate_limited', undefined],
  ['legacy', 403, '<h1>No</h1> Insufficient credits', {}, 'wallet_empty', 'No Insufficient credits'],
  [
    'legacy',
    429,
    '',
    { 'retry-after': 'Fri, 20 Nov 2026 12:00:02 GMT', date: NOW.toUTCString() },
    'rate_limited',
    undefined,
  ],
] as const)('an error of the %s kind: %i', async (preset, status, body, headers, kind, words) => {
  const problem = await problemOf(answering(status, body, headers), readProvider(PRESET_PROVIDERS[preset]))
  expect(problem).toMatchObject({ kind, charged: 'no' })
  expect(problem.upstreamWords).toBe(words)
  if (kind === 'rate_limited') expect(problem.retryAfterMs).toBe(preset === 'nested' ? 250 : 2000)
})
