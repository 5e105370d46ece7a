import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRetryAfter } from '@/lib/upstream/client/retry-after'
import { NOW } from './server'

const auto = (header: string | undefined) => readRetryAfter(header, 'auto', NOW)

describe('retry-after', () => {
  test.each([
    ['0', 0],
    ['1', 1000],
    [' 2 ', 2000],
    ['0.25', 250],
    ['60', 60_000],
    ['61', 60_000],
    ['3600', 60_000],
    ['3601', 3601],
    ['5000', 5000],
    ['Fri, 20 Nov 2026 12:00:05 GMT', 5000],
    ['Friday, 20-Nov-26 12:00:05 GMT', 5000],
    ['Fri Nov 20 12:00:05 2026', 5000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Sat, 21 Nov 2026 12:00:00 GMT', 60_000],
  ])('“%s” is %i ms', (header, ms) => {
    expect(auto(header)).toBe(ms)
  })

  test.each([
    undefined,
    '',
    ' ',
    '-1',
    '1e3',
    'soon',
    '5 s',
    '2026-11-20',
    'banana 3',
    'Fri, 99 Nov 2026 12:00:05 GMT',
    '99999999999999999999',
    '9'.repeat(99),
    'Sat, 20 Nov 2027 12:00:00 GMT',
  ])('“%s” says nothing', (header) => {
    expect(auto(header)).toBeNull()
  })

  test('the contract may settle the unit', () => {
    expect(readRetryAfter('20', 'milliseconds', NOW)).toBe(20)
    expect(readRetryAfter('5000', 'seconds', NOW)).toBe(60_000)
  })

  test.each([
    ['Fri, 20 Nov 2026 13:00:00 GMT', 'Fri, 20 Nov 2026 13:00:03 GMT', 3000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 'Fri, 20 Nov 2026 11:00:03 GMT', 3000],
    ['Fri, 20 Nov 2026 12:00:04 GMT', 'Fri, 20 Nov 2026 12:00:05 GMT', 5000],
    ['nonsense', 'Fri, 20 Nov 2026 12:00:05 GMT', 5000],
  ])('by a clock that says “%s”, “%s” is %i ms away', (date, retryAfter, ms) => {
    expect(readRetryAfter(retryAfter, 'auto', NOW, date)).toBe(ms)
  })

  test('any text is null or a whole number of milliseconds from 0 to 60 s', () => {
    const unit = fc.constantFrom('auto', 'seconds', 'milliseconds')
    const header = fc.oneof(fc.string(), fc.double().map(String), fc.nat().map(String), fc.date().map(String))
    fc.assert(
      fc.property(header, unit, (text, in_) => {
        const ms = readRetryAfter(text, in_, NOW)
        expect(ms === null || (Number.isInteger(ms) && ms >= 0 && ms <= 60_000)).toBe(true)
      }),
    )
  })

  test('a date any number of seconds ahead is that far ahead', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), (seconds) => {
        const date = new Date(NOW.getTime() + seconds * 1000).toUTCString()
        expect(auto(date)).toBe(seconds * 1000)
        expect(auto(String(seconds))).toBe(seconds * 1000)
      }),
    )
  })
})
