import { expect, test } from 'vitest'
import { describePace } from '@/components/searches/run-pace'

test('it says what one run can carry and what the pack could', () => {
  const builder = { pack: 'Builder', requestsPerSecond: 25 }
  expect(describePace({ ...builder, answerMs: 200 })).toBe(
    'One run buys up to about 5 pages a second: an answer takes 200 ms. The pack Builder allows 25 requests a second, so about 5 runs fit side by side.',
  )
  expect(describePace({ ...builder, answerMs: null })).toBe(
    'One run asks for a page when the one before is here. The pack Builder allows 25 requests a second.',
  )
})

test('no run is faster than its key', () => {
  expect(describePace({ pack: 'Free', requestsPerSecond: 1, answerMs: 10 })).toBe(
    'One run buys up to about 1 page a second: an answer takes 10 ms. The pack Free allows 1 request a second.',
  )
  expect(describePace({ pack: null, requestsPerSecond: 7, answerMs: null })).toContain(
    'This key allows 7 requests',
  )
})
