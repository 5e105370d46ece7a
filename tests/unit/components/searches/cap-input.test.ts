import { expect, test } from 'vitest'
import { readCap } from '@/components/searches/run-conditions'

test.each([
  ['', { items: null, error: null }],
  ['1,000', { items: 1000, error: null }],
  [' 20 ', { items: 20, error: null }],
  ['2 000', { items: 2000, error: null }],
])('the cap “%s” is understood', (typed, cap) => {
  expect(readCap(typed, 20)).toEqual(cap)
})

test.each(['-5', '0', 'abc', '19', '1.5', '1e3', '12345678901'])(
  'the cap “%s” is refused, and not replaced by another',
  (typed) => {
    expect(readCap(typed, 20)).toEqual({ error: 'Enter 20 items or more, or leave it empty.' })
  },
)
