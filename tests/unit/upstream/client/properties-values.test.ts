import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultProvider } from '@/lib/upstream/client'
import { parseJson } from '@/lib/upstream/client/json'
import { redactKeys } from '@/lib/upstream/client/key-format'
import { readPage } from '@/lib/upstream/client/page'
import { readRetryAfter } from '@/lib/upstream/client/retry-after'
import { readTime } from '@/lib/upstream/client/times'
import { NOW } from './server'

const moments = fc.date({ min: new Date('1973-04-01'), max: new Date('2100-01-01'), noInvalidDate: true })

describe('ids', () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,38}$/)

  test.each([
    ['numbers', (id: string) => `{"id":${id}}`],
    ['texts', (id: string) => `{"id":"${id}"}`],
    ['a text beside a rounded number', (id: string) => `{"id":${Number(id)},"id_str":"${id}"}`],
  ])('come out to the last digit from %s', (_, write) => {
    fc.assert(
      fc.property(fc.uniqueArray(digits, { minLength: 1, maxLength: 5 }), (ids) => {
        const body = parseJson(`{"tweets":[${ids.map(write).join(',')}]}`, 32)
        const page = readPage(body ?? null, new Map(), { operation: 'timeline' }, defaultProvider)
        expect(page.ok && page.value.items.map(({ id }) => id)).toEqual(ids)
      }),
    )
  })
})

describe('retry-after', () => {
  const units = fc.constantFrom('auto', 'seconds', 'milliseconds')

  test('any text, number or date, in any unit, is null or 0 ms to a day', () => {
    const headers = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double().map(String),
      fc.bigInt().map(String),
      fc.stringMatching(/^\s*[-+]?\d{0,400}(\.\d{0,400})?([eE]\d{1,3})?\s*$/),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.stringMatching(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/),
    )
    fc.assert(
      fc.property(headers, units, fc.date({ noInvalidDate: true }), headers, (header, unit, now, date) => {
        const ms = readRetryAfter(header, unit, now, date)
        expect(ms === null || (Number.isInteger(ms) && ms >= 0 && ms <= 86_400_000)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('every valid value is read as its sender meant it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60_000 }), (seconds, ms) => {
        expect(readRetryAfter(String(seconds), 'seconds', NOW)).toBe(seconds * 1000)
        expect(readRetryAfter(String(ms), 'milliseconds', NOW)).toBe(ms)
        const date = new Date(NOW.getTime() + seconds * 1000)
        for (const written of httpDatesOf(date))
          for (const unit of ['auto', 'seconds', 'milliseconds'] as const)
            expect(readRetryAfter(written, unit, NOW)).toBe(seconds * 1000)
      }),
    )
  })
})

describe('times', () => {
  test('each format of a date comes back: ISO 8601, the classic one, seconds and milliseconds', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const whole = new Date(Math.floor(moment.getTime() / 1000) * 1000)
        expect(readTime(moment.toISOString())).toBe(moment.toISOString())
        expect(readTime(moment.getTime())).toBe(moment.toISOString())
        expect(readTime(whole.getTime() / 1000)).toBe(whole.toISOString())
        expect(readTime(String(whole.getTime() / 1000))).toBe(whole.toISOString())
        expect(readTime(classicOf(whole))).toBe(whole.toISOString())
      }),
    )
  })

  test('an offset is subtracted, however it is written', () => {
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 })
    fc.assert(
      fc.property(moments, offsets, fc.constantFrom('', ':'), (moment, minutes, colon) => {
        const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        expect(readTime(local + zoneOf(minutes, colon))).toBe(moment.toISOString())
      }),
    )
  })
})

describe('secrets', () => {
  const keys = fc.stringMatching(/^xd_live_[!-~]{32}$/)

  test('any text that looks like a key loses its secret part, whoever owns the key', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(redactKeys(`a ${key} b`, defaultProvider)).toBe(`a ${key.slice(0, 12)}… b`)
      }),
    )
  })
})

/** Returns a date in the three formats of RFC 9110, 5.6.7. */
function httpDatesOf(date: Date): string[] {
  const [day = '', dayOfMonth = '', month = '', year = '', time = ''] = date
    .toUTCString()
    .replace(',', '')
    .split(' ')
  const longDay = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(date)
  return [
    date.toUTCString(),
    `${longDay}, ${dayOfMonth}-${month}-${year.slice(2)} ${time} GMT`,
    `${day} ${month} ${dayOfMonth.replace(/^0/, ' ')} ${time} ${year}`,
  ]
}

function classicOf(date: Date): string {
  const [day, dayOfMonth, month, year, time] = date.toUTCString().replace(',', '').split(' ')
  return `${day} ${month} ${dayOfMonth} ${time} +0000 ${year}`
}

function zoneOf(minutes: number, colon: string): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(hours)}${colon}${two(rest)}`
}
