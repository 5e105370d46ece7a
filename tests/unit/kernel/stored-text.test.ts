import { afterEach, describe, expect, test } from 'vitest'
import {
  acceptedConventions,
  formatCredits,
  formatMoment,
  localiseStoredText,
  registerConventionsFinder,
  withPlainConventions,
} from '@/lib/kernel'
import { PLAIN_CONVENTIONS } from '@/lib/kernel/conventions'

afterEach(() => registerConventionsFinder(() => PLAIN_CONVENTIONS))

const readAs = (header: string) => registerConventionsFinder(() => acceptedConventions(header))

describe('a stored text', () => {
  test.each([
    ['“Main” is low: 99,987 credits', '“Main” is low: 99.987 credits'],
    ['holds 1,234,567.50 credits, less than 2,000,000.', 'holds 1.234.567,50 credits, less than 2.000.000.'],
    ['At 0.15 credits, 20 items.', 'At 0,15 credits, 20 items.'],
    ['since 26 Nov 2026, 12:35 and 1 Dec 2026', 'since 26 Nov 2026, 12:35 and 1 Dec 2026'],
  ])('has the number format of the reader: %s', (stored, read) => {
    readAs('de')
    expect(localiseStoredText(stored)).toBe(read)
    readAs('en-GB')
    expect(localiseStoredText(stored)).toBe(stored)
  })

  test('has the date format and the clock of the reader', () => {
    readAs('en-US')
    expect(localiseStoredText('Between 26 Nov 2026, 12:35 and 1 Dec 2026, 00:05 it fell.')).toBe(
      'Between Nov 26, 2026, 12:35 PM and Dec 1, 2026, 12:05 AM it fell.',
    )
    expect(localiseStoredText('“Main” runs out about 8 Dec 2026')).toBe('“Main” runs out about Dec 8, 2026')
  })

  test.each([
    '“Prices 1,000.50 of 8 Dec 2026”',
    'The address 10.0.0.255:3000 answered 429.',
    'version 0.1.0',
    'file1.5',
    '100% of 7',
  ])('keeps names, addresses and versions: %s', (text) => {
    readAs('en-US')
    expect(localiseStoredText(text)).toBe(text)
    readAs('de')
    expect(localiseStoredText(text)).toBe(text)
  })
})

test('a text stored during a person’s request is written in plain conventions, and nothing else is', () => {
  readAs('de')
  const stored = withPlainConventions(() => `${formatCredits(100_000_000_000_000n)} credits`)
  expect(stored).toBe('100,000 credits')
  expect(formatCredits(100_000_000_000_000n)).toBe('100.000')
  expect(() =>
    withPlainConventions(() => {
      throw new Error('x')
    }),
  ).toThrow('x')
  readAs('en-US')
  expect(formatMoment(new Date('2026-11-20T14:05:00Z'), 'UTC')).toBe('Nov 20, 2026, 2:05 PM')
})
