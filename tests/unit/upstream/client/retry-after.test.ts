import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectRetryAfter } from '@/lib/upstream/client'
import { readRetryAfter } from '@/lib/upstream/client/retry-after'
import { createRetryAfterReader } from '@/lib/upstream/client/retry-after-unit'
import { NOW } from './server'

const auto = (header: string | undefined) => readRetryAfter(header, 'auto', NOW)

describe('retry-after', () => {
  test.each([
    ['0', 0],
    ['1', 1000],
    [' 2 ', 2000],
    ['0.25', 250],
    ['10', 10_000],
    ['11', 11],
    ['870', 870],
    ['10.5', 10_500],
    ['3600', 3600],
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

  test('the provider may settle the unit', () => {
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

  describe('its unit is learnt from refusals', () => {
    const reading = (unit: 'auto' | 'seconds' = 'auto') => {
      const reader = createRetryAfterReader(unit)
      return (value: string, afterMs = 0) => reader.read(value, new Date(NOW.getTime() + afterMs), undefined)
    }

    test('a large number says that small ones count milliseconds too', () => {
      const read = reading()
      expect(read('7').ms).toBe(7000)
      expect(read('312')).toEqual({ ms: 312, said: expect.stringContaining('312 is read as milliseconds') })
      expect(read('7').ms).toBe(7)
    })

    test('a fraction says that all count seconds', () => {
      const read = reading()
      read('0.5')
      expect(read('30').ms).toBe(30_000)
    })

    test('a number that falls as seconds pass counts seconds; one that stays, or jumps, does not', () => {
      const read = reading()
      expect([read('30').ms, read('28', 2000).ms, read('26', 4100).ms]).toEqual([30, 28, 26_000])
      const other = reading()
      expect([other('100').ms, other('100', 2000).ms, other('100', 4000).ms]).toEqual([100, 100, 100])
      const third = reading()
      expect([third('90').ms, third('12', 2000).ms, third('63', 4000).ms]).toEqual([90, 12, 63])
    })

    test('what the provider says counts, and dates are read as they are', () => {
      expect(reading('seconds')('30')).toEqual({ ms: 30_000, said: null })
      expect(reading()('Fri, 20 Nov 2026 12:00:05 GMT')).toEqual({ ms: 5000, said: null })
    })
  })

  test('the test of the provider tells the unit by the same numbers', () => {
    for (const value of [0, 1, 2, 9, 10, 11, 30, 60, 870, 3600]) {
      const found = detectRetryAfter([String(value)])?.unit
      const isMs = auto(String(value)) === value && value > 0
      expect([value, found === 'milliseconds']).toEqual([value, isMs])
    }
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
        if (seconds <= 10) expect(auto(String(seconds))).toBe(seconds * 1000)
      }),
    )
  })
})
