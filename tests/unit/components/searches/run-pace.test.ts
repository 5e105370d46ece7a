import { expect, test } from 'vitest'
import { describePace } from '@/components/searches/run-forecast'

test('the pace shows what one run can do and what the key allows', () => {
  const builder = { pack: 'Builder', rate: { requests: 25, windowMs: 1000 } }
  expect(describePace({ ...builder, answerMs: 200 })).toBe(
    'One run buys up to about 5 pages a second: an answer takes 200 ms. This key (Builder) allows 25 requests a second, so about 5 runs fit side by side.',
  )
  expect(describePace({ ...builder, answerMs: null })).toBe('This key (Builder) allows 25 requests a second.')
})

test('no run is faster than its key', () => {
  expect(describePace({ pack: 'Free', rate: { requests: 1, windowMs: 1000 }, answerMs: 10 })).toBe(
    'One run buys up to about 1 page a second: an answer takes 10 ms. This key (Free) allows 1 request a second.',
  )
  expect(describePace({ pack: null, rate: { requests: 300, windowMs: 900_000 }, answerMs: null })).toContain(
    'This key allows 300 requests in 15 minutes',
  )
})
