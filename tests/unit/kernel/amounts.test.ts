import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chargeForItems,
  formatCredits,
  formatCreditsOnCard,
  nanoToText,
  parseNano,
  parseTypedCredits,
} from '@/lib/kernel'

test.each([
  ['12.5', 12_500_000_000n],
  ['0.000000001', 1n],
  ['0.00012345', 123_450n],
  ['.5', 500_000_000n],
  ['5.', 5_000_000_000n],
  ['-3e-2', -30_000_000n],
  ['1e3', 1_000_000_000_000n],
  ['0.0000000005', 1n],
  ['0.00000000049', 0n],
  ['123456789012345678.123456789', 123_456_789_012_345_678_123_456_789n],
])('reads %s credits exactly', (text, nano) => {
  expect(parseNano(text)).toBe(nano)
})

test.each([
  ['0.123456789', 123_456_789n],
  ['0.1234567890', 123_456_789n],
  ['0.0000000001', null],
  ['.5', 500_000_000n],
  ['5.', 5_000_000_000n],
  [' -3.25 ', -3_250_000_000n],
  ['1e3', null],
  ['1E3', null],
  ['1e-9', null],
  ['0.00000000001e2', null],
  ['+5', null],
  ['1.2.3', null],
  ['1,5', null],
  ['.', null],
  ['-', null],
  ['', null],
  ['words', null],
])('typed, %s is digits with one point, kept to its last digit, or refused', (text, nano) => {
  expect(parseTypedCredits(text)).toBe(nano)
})

test.each(['', '.', 'abc', '1,5', '1e', '0x10', 'Infinity', '1 2', '1e9999'])(
  'refuses %j, which is no number',
  (text) => {
    expect(parseNano(text)).toBeNull()
  },
)

test('text and nano-credits convert to the same amount, both ways', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (nano) => {
      expect(parseNano(nanoToText(nano))).toBe(nano)
    }),
  )
})

test('a charge is items times price, at any size', () => {
  expect(chargeForItems(100, 150_000n)).toBe(15_000_000n)
  expect(chargeForItems(0, 150_000n)).toBe(0n)
})

test('shows credits with grouped thousands and every digit', () => {
  expect(formatCredits(1_234_500_000_000n)).toBe('1,234.50')
  expect(formatCredits(-1n)).toBe('−0.000000001')
  expect(formatCredits(9_007_199_254_740_993_000_000_001n)).toBe('9,007,199,254,740,993.000000001')
})

test.each([
  [100_000_000_000_000n, '100,000'],
  // After a page of 20 items at 0.00012345.
  [99_999_997_531_000n, '99,999.997531'],
  [10_000_000_000_000_000n - 1_000_000n, '9,999,999.999'],
  [185_100_000_000n, '185.10'],
  [1n, '0.000000001'],
  [0n, '0'],
  [-2_500_000_000n, '−2.50'],
])('a card shows %d nano-credits as %s: no spend is rounded away', (nano, text) => {
  expect(formatCreditsOnCard(nano)).toBe(text)
})
