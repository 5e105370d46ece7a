import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectRetryAfter } from '@/lib/upstream/client'
import { createRetryAfterReader, readRetryAfter } from '@/lib/upstream/client/retry-after'
import { NOW } from './server'

const DAY_MS = 86_400_000

const auto = (header: string | undefined) => readRetryAfter(header, 'auto', NOW)

describe('retry-after', () => {
  test.each([
    ['0', 0],
    ['1', 1000],
    [' 2 ', 2000],
    ['0.25', 250],
    ['10', 10_000],
    ['11', 11_000],
    ['12', 12_000],
    ['120', 120_000],
    ['121', 121],
    ['870', 870],
    ['10.5', 10_500],
    ['3600', 3600],
    ['5000', 5000],
    ['Fri, 20 Nov 2026 12:00:05 GMT', 5000],
    ['Friday, 20-Nov-26 12:00:05 GMT', 5000],
    ['Fri Nov 20 12:00:05 2026', 5000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Fri, 20 Nov 2026 12:15:00 GMT', 900_000],
    ['Sat, 21 Nov 2026 12:00:00 GMT', DAY_MS],
    ['Sun, 22 Nov 2026 12:00:00 GMT', DAY_MS],
    ['1795176015', 15_000],
    ['1795176015.5', 15_500],
    ['1795176015250', 15_250],
    ['1795175000', 0],
    ['1795276000', DAY_MS],
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
    '1895176015',
  ])('“%s” states no wait', (header) => {
    expect(auto(header)).toBeNull()
  })

  test('the provider may set the unit', () => {
    expect(readRetryAfter('20', 'milliseconds', NOW)).toBe(20)
    expect(readRetryAfter('5000', 'seconds', NOW)).toBe(5_000_000)
    expect(readRetryAfter('1795176015', 'milliseconds', NOW)).toBe(15_000)
  })

  test.each([
    ['Fri, 20 Nov 2026 13:00:00 GMT', 'Fri, 20 Nov 2026 13:00:03 GMT', 3000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 'Fri, 20 Nov 2026 11:00:03 GMT', 3000],
    ['Fri, 20 Nov 2026 12:00:04 GMT', 'Fri, 20 Nov 2026 12:00:05 GMT', 5000],
    ['nonsense', 'Fri, 20 Nov 2026 12:00:05 GMT', 5000],
    ['Fri, 20 Nov 2026 13:00:00 GMT', '1795179603', 3000],
  ])('by a clock that says “%s”, “%s” is %i ms away', (date, retryAfter, ms) => {
    expect(readRetryAfter(retryAfter, 'auto', NOW, date)).toBe(ms)
  })

  describe('its unit is learnt from what follows', () => {
    const reading = (options: { unit?: 'auto' | 'seconds'; windowMs?: number } = {}) => {
      const reader = createRetryAfterReader({ unit: 'auto', ...options })
      const at = (afterMs: number) => new Date(NOW.getTime() + afterMs)
      return {
        read: (value: string, afterMs = 0, whose?: string) =>
          reader.read(value, at(afterMs), undefined, whose),
        answered: (afterMs: number, whose?: string) => reader.answered(at(afterMs), whose),
      }
    }

    test('up to two minutes it is read as seconds, and a note says so', () => {
      const { read } = reading()
      expect(read('12')).toEqual({ ms: 12_000, said: expect.stringContaining('12 is read as seconds') })
      expect(read('120', 20_000).ms).toBe(120_000)
    })

    test('a large number is read as milliseconds, and tried after two seconds; if that is refused alike, it counts seconds', () => {
      for (const next of ['300', '298', '301']) {
        const { read } = reading()
        expect(read('300')).toEqual({
          ms: 2000,
          said: expect.stringContaining('300 is read as milliseconds'),
        })
        expect(read(next, 2050).ms).toBe(Number(next) * 1000)
      }
    })

    test('refusals of calls that were under way prove nothing', () => {
      const { read } = reading()
      read('300')
      expect(read('300', 40).ms).toBe(2000)
      expect(read('300', 80).ms).toBe(2000)
    })

    test('a call that is answered after the wait, or refused with another number, proves milliseconds, even for small numbers', () => {
      const { read, answered } = reading()
      read('312')
      answered(100)
      expect(read('300', 300).ms).toBe(2000)
      answered(2100)
      expect([read('312', 3000).ms, read('7', 5000).ms]).toEqual([312, 7])
      const other = reading()
      other.read('312')
      expect([other.read('745', 2100).ms, other.read('7', 9000).ms]).toEqual([745, 7])
    })

    test('numbers that fall by the milliseconds that pass are milliseconds', () => {
      const { read } = reading()
      read('312')
      expect(read('298', 14).ms).toBe(298)
    })

    test('an upstream that always says a thousand milliseconds is believed, unless the wait fails three times in a row', () => {
      const { read, answered } = reading()
      read('1000')
      answered(2100)
      expect([read('1000', 10_000).ms, read('1000', 11_050).ms, read('1000', 12_100).ms]).toEqual([
        1000, 1000, 1000,
      ])
      answered(13_200)
      expect([read('1000', 20_000).ms, read('1000', 21_050).ms]).toEqual([1000, 1000])
      expect([read('1000', 22_100).ms, read('1000', 23_150).ms]).toEqual([1000, 1_000_000])
    })

    test('numbers of other keys are not compared', () => {
      const { read } = reading()
      read('300', 0, 'a')
      expect(read('700', 2100, 'b').ms).toBe(2000)
      expect(read('299', 2200, 'a').ms).toBe(299_000)
    })

    test('if the window is long, waits up to its length are plausible', () => {
      const { read } = reading({ windowMs: 900_000 })
      expect(read('873').ms).toBe(873_000)
      expect(read('5000', 900_000).ms).toBe(5000)
    })

    test('a fraction shows that all numbers are seconds', () => {
      const { read } = reading()
      expect(read('0.5').ms).toBe(500)
      expect(read('300', 600).ms).toBe(300_000)
    })

    test('the provider’s unit decides, and dates and moments are read as they are', () => {
      expect(reading({ unit: 'seconds' }).read('300')).toEqual({ ms: 300_000, said: null })
      expect(reading().read('Fri, 20 Nov 2026 12:00:05 GMT')).toEqual({ ms: 5000, said: null })
      expect(reading().read('1795176015')).toEqual({ ms: 15_000, said: null })
    })
  })

  test('detection infers the unit from the same numbers', () => {
    for (const value of [0, 1, 2, 9, 10, 11, 30, 60, 120, 121, 870, 3600]) {
      const found = detectRetryAfter([String(value)])?.unit
      const isMs = auto(String(value)) === value && value > 0
      expect([value, found === 'milliseconds']).toEqual([value, isMs])
    }
  })

  test('any text yields null or a whole number of milliseconds from 0 to a day', () => {
    const unit = fc.constantFrom('auto', 'seconds', 'milliseconds')
    const header = fc.oneof(fc.string(), fc.double().map(String), fc.nat().map(String), fc.date().map(String))
    fc.assert(
      fc.property(header, unit, (text, in_) => {
        const ms = readRetryAfter(text, in_, NOW)
        expect(ms === null || (Number.isInteger(ms) && ms >= 0 && ms <= DAY_MS)).toBe(true)
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
