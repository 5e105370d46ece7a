import { expect, test } from 'vitest'
import { formatRate, isSameRate, perSecond, toRate, toRequestsPerSecond } from '@/lib/kernel'

const MINUTE = 60_000

test.each([
  [25, 1000, '25 requests a second'],
  [1, 5000, '1 request in 5 seconds'],
  [120, MINUTE, '120 requests a minute'],
  [900, 15 * MINUTE, '900 requests in 15 minutes'],
  [3, 90_000, '3 requests in 90 seconds'],
  [1, 60 * MINUTE, '1 request an hour'],
  [10_000, 24 * 60 * MINUTE, '10,000 requests a day'],
  [5, 250, '5 requests in 250 milliseconds'],
])('%i in %i ms is “%s”', (requests, windowMs, words) => {
  expect(formatRate({ requests, windowMs })).toBe(words)
})

test('a number means requests a second', () => {
  expect(toRate(25)).toEqual({ requests: 25, windowMs: 1000 })
  const minute = { requests: 120, windowMs: MINUTE }
  expect(toRate(minute)).toBe(minute)
  expect(toRequestsPerSecond(minute)).toBe(2)
  expect(isSameRate(perSecond(2), minute)).toBe(false)
  expect(isSameRate(perSecond(2), toRate(2))).toBe(true)
})
