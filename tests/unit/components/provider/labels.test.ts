import { expect, test } from 'vitest'
import { describeFoundCharge, describeNextPage, describeRetryAfter } from '@/components/provider/labels'
import { describeTestCost } from '@/components/provider/test-cost'
import { perItemTariff } from '@/lib/kernel'

const costs = {
  timeline: { maxCalls: 1, minItems: 20, maxItems: 100, tariff: perItemTariff(150_000_000n) },
  search: { maxCalls: 14, minItems: 20, maxItems: 50, tariff: perItemTariff(200_000_000n) },
  followers: { maxCalls: 6, minItems: 20, maxItems: 200, tariff: null },
}
const TEN = { requests: 10, windowMs: 1000 }
const describe = (plan: Partial<Parameters<typeof describeTestCost>[0]>) =>
  describeTestCost({
    operations: [],
    provokes: false,
    costs,
    rate: TEN,
    accountPath: '/v1/me',
    ...plan,
  }).join(' ')

test('a test that buys nothing says so', () => {
  expect(describe({})).toBe('One call of /v1/me, which is free.')
})

test('if a service tells nothing about a key, the test does not ask', () => {
  expect(describe({ accountPath: null })).toBe('')
  expect(describe({ accountPath: null, provokes: true })).toBe('')
  expect(describe({ accountPath: '/oapi/my/info' })).toBe('One call of /oapi/my/info, which is free.')
})

test('a purchase has a minimum, a likely figure and a maximum, in items and in credits at the price in force', () => {
  const words = describe({ operations: ['timeline', 'search'] })
  expect(words).toContain('2 to 15 calls for 2 pages')
  expect(words).toContain('Items: at least 0, most likely 40, at most 150.')
  expect(words).toContain('at least 0, most likely 7, at most 25.')
})

test('without a price the credits are unknown, never 0', () => {
  expect(describe({ operations: ['timeline', 'followers'] })).toContain('Credits: unknown')
})

test('provoking a 429 states how many calls it sends, and who else waits', () => {
  expect(describe({ provokes: true })).toMatch(/20 more calls of \/v1\/me at once.*everyone who uses it/)
})

const found = {
  balanceNano: 1n,
  requestsPerSecond: 1,
  steps: [],
  pages: [],
  errors: [],
  suggestion: {},
  provoked: null,
}

test('the unit of retry-after is stated only if one was seen', () => {
  expect(describeRetryAfter({ ...found, retryAfter: null })).toContain('None was seen')
  expect(
    describeRetryAfter({
      ...found,
      retryAfter: { unit: 'milliseconds', example: '870' },
      provoked: { calls: 20, refused: 10 },
    }),
  ).toBe('It seems to be milliseconds (seen: 870). 10 of 20 calls were refused.')
})

test('a charge is shown with its place', () => {
  expect(describeFoundCharge(null)).toBe('The answer does not state its charge.')
  expect(describeFoundCharge({ where: 'header', name: 'x-credits-charged', nano: 3_500_000_000n })).toBe(
    'The header x-credits-charged says 3.50.',
  )
})

test('states where the next page’s cursor is read, and what says whether there is one', () => {
  const suggestion = { 'search.cursor.read': 'meta.next_token', 'search.cursor.more': null }
  expect(describeNextPage('search', suggestion)).toBe('The next page’s cursor is read from meta.next_token.')
  expect(describeNextPage('search', { ...suggestion, 'search.cursor.more': 'has_more' })).toBe(
    'The next page’s cursor is read from meta.next_token; has_more says whether there is more.',
  )
})
