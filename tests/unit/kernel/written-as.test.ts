import { afterEach, describe, expect, test } from 'vitest'
import {
  acceptedConventions,
  currentConventions,
  formatCompact,
  formatCredits,
  formatCreditsInColumn,
  formatCreditsInTable,
  formatMoment,
  formatMonth,
  registerConventionsFinder,
} from '@/lib/kernel'
import { PLAIN_CONVENTIONS } from '@/lib/kernel/conventions'

const AT = new Date('2026-11-20T14:05:00Z')
const AMOUNT = 1_234_567_891_000_000n

afterEach(() => registerConventionsFinder(() => PLAIN_CONVENTIONS))

const writeAs = (header: string) => registerConventionsFinder(() => acceptedConventions(header))

describe('a person’s numbers and dates', () => {
  test.each([
    ['en-GB,en;q=0.9', '1,234,567.89', '20 Nov 2026, 14:05', 1],
    ['en-US', '1,234,567.89', 'Nov 20, 2026, 2:05 PM', 7],
    ['de', '1.234.567,89', '20 Nov 2026, 14:05', 1],
    ['fr-FR', '1\u202f234\u202f567,89', '20 Nov 2026, 14:05', 1],
    ['ar-EG', '1,234,567.89', '20 Nov 2026, 2:05 pm', 6],
    ['*', '1,234,567.89', '20 Nov 2026, 14:05', 1],
    ['not a language', '1,234,567.89', '20 Nov 2026, 14:05', 1],
  ])('as %s writes them', (header, amount, moment, firstDay) => {
    writeAs(header)
    expect(formatCreditsInTable(AMOUNT)).toBe(amount)
    expect(formatMoment(AT, 'UTC')).toBe(moment)
    expect(currentConventions().firstDay).toBe(firstDay)
  })
})

test('September is “Sep” everywhere, though some versions of the locale data say “Sept”', () => {
  expect(formatMoment(new Date('2026-09-20T14:05:00Z'), 'UTC')).toBe('20 Sep 2026, 14:05')
  expect(formatMonth('2026-09')).toBe('September 2026')
})

describe('credits in a table', () => {
  test.each([
    [0n, '0.00'],
    [1n, '<0.01'],
    [-1n, '−<0.01'],
    [4_999_999n, '<0.01'],
    [5_000_000n, '0.01'],
    [1_886_850_000_000n, '1,886.85'],
    [-79_300_000_000_000n, '−79,300.00'],
    [999_995_000_000n, '1,000.00'],
  ])('%d have two decimals, and an amount above zero is never shown as zero', (amount, text) => {
    expect(formatCreditsInTable(amount)).toBe(text)
  })

  test('are exact elsewhere', () => {
    expect(formatCredits(AMOUNT)).toBe('1,234,567.891')
    expect(formatCredits(4_800_000_000n)).toBe('4.80')
    expect(formatCredits(12_000_000_000n)).toBe('12')
    expect(formatCompact(-1_234_567)).toBe('−1.2M')
  })
})

test('amounts that add up have the same number of decimals, as many as one of them needs and at least two, and stay exact', () => {
  expect(formatCreditsInColumn([13_690_000_000_000n, -7_086_600_000_000n, 0n])).toEqual([
    '13,690.00',
    '−7,086.60',
    '0.00',
  ])
  expect(formatCreditsInColumn([-1_250_000n, 3_000_000_000n])).toEqual(['−0.00125', '3.00000'])
})
