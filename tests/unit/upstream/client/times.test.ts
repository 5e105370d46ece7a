import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTime } from '@/lib/upstream/client/times'

test.each([
  ['2021-01-06T18:40:40.000Z', '2021-01-06T18:40:40.000Z'],
  ['2021-01-06T18:40:40Z', '2021-01-06T18:40:40.000Z'],
  ['2021-01-06T18:40:40+05:30', '2021-01-06T13:10:40.000Z'],
  ['2021-01-06T18:40:40-0800', '2021-01-07T02:40:40.000Z'],
  ['2021-01-06T18:40:40', '2021-01-06T18:40:40.000Z'],
  ['2021-01-06 18:40', '2021-01-06T18:40:00.000Z'],
  ['2021-01-06', '2021-01-06T00:00:00.000Z'],
  ['Wed Jan 06 18:40:40 +0000 2021', '2021-01-06T18:40:40.000Z'],
  ['Wed Jan 06 18:40:40 +0200 2021', '2021-01-06T16:40:40.000Z'],
  [1_609_958_440, '2021-01-06T18:40:40.000Z'],
  [1_609_958_440_123, '2021-01-06T18:40:40.123Z'],
  ['1609958440', '2021-01-06T18:40:40.000Z'],
  ['2021-01-06 18:40:40.123456 UTC', '2021-01-06T18:40:40.123Z'],
  ['2021-01-06T18:40:40,5Z', '2021-01-06T18:40:40.500Z'],
  ['2021-01-06T18:40:40+01', '2021-01-06T17:40:40.000Z'],
  ['20210106T184040Z', '2021-01-06T18:40:40.000Z'],
  ['2021/01/06 18:40:40', '2021-01-06T18:40:40.000Z'],
  ['Wed, 06 Jan 2021 18:40:40 GMT', '2021-01-06T18:40:40.000Z'],
  ['Wed, 6 Jan 2021 18:40:40 +0200', '2021-01-06T16:40:40.000Z'],
  ['6 Jan 2021 18:40 EST', '2021-01-06T23:40:00.000Z'],
  ['Wed, 06 Jan 2021 18:40:40 CEST', '2021-01-06T16:40:40.000Z'],
  ['Wed, 06 Jan 2021 18:40:40 -0000 (nowhere)', '2021-01-06T18:40:40.000Z'],
  ['Wednesday, 06-Jan-21 18:40:40 GMT', '2021-01-06T18:40:40.000Z'],
  ['Wed Jan  6 18:40:40 2021', '2021-01-06T18:40:40.000Z'],
  ['Wed Jan 06 18:40:40 JST 2021', '2021-01-06T09:40:40.000Z'],
  ['Wed Jan 06 2021 18:40:40 GMT+0100 (Central European Standard Time)', '2021-01-06T17:40:40.000Z'],
  ['January 6, 2021 9:05', '2021-01-06T09:05:00.000Z'],
])('%s is %s', (value, iso) => {
  expect(readTime(value)).toBe(iso)
})

test.each([
  null,
  undefined,
  true,
  '',
  'yesterday',
  'post 7',
  '2021-13-45',
  '2021-01-06T99:00',
  'Wed, 06 Foo 2021 18:40:40 GMT',
  'Wed, 06 Jan 2021 18:40:40 XYZ',
  '2021-01-06T18:40:40+01:99',
  '2021-01-06T18:40:40+24:00',
  0,
  -1,
  1e300,
  [],
  {},
])('%j is not a time', (value) => {
  expect(readTime(value)).toBeNull()
})

test.each([
  '2026-02-30T00:00:00Z',
  '2026-02-30T00:00:00.000Z',
  '2025-02-29T12:00:00Z',
  '2100-02-29T12:00:00Z',
  '2026-04-31T00:00:00+02:00',
  '2026-06-31',
  '2026-09-31 10:00',
  '2026-11-31T10:00:00,5',
  '2026-00-10T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '0000-00-00 00:00:00',
  '2026-01-06T24:00:00Z',
  '2026-01-06T24:00:00+01:00',
  '2026-01-06T25:00:00Z',
  '2026-01-06T23:60:00Z',
  '2026-01-06T23:59:61Z',
  '20260230T000000Z',
  '20260106T240000Z',
  '2026/02/29 18:40:40',
  'Mon, 30 Feb 2026 18:40:40 GMT',
  '31 Apr 2026 18:40 EST',
  'Wednesday, 31-Jun-21 18:40:40 GMT',
  'Wed, 06 Jan 2026 24:00:00 GMT',
  'Wed Feb 30 18:40:40 +0000 2026',
  'Wed Nov 31 18:40:40 2026',
  'Wed Feb 29 2025 18:40:40 GMT+0100 (Central European Standard Time)',
  'September 31, 2026',
])('%s is not in the calendar: its time is unknown, whatever the zone', (text) => {
  for (const timeZone of ['UTC', 'Europe/Berlin', 'America/New_York'])
    expect(readTime(text, { timeFormat: null, timeZone })).toBeNull()
})

test.each([
  ['30/02/2026 10:00', 'dd/MM/yyyy HH:mm'],
  ['29/02/2025 10:00', 'dd/MM/yyyy HH:mm'],
  ['06/01/2026 24:00', 'dd/MM/yyyy HH:mm'],
  ['06/01/2026 25:00', 'dd/MM/yyyy HH:mm'],
  ['06/01/2026 24:00 +01:00', 'dd/MM/yyyy HH:mm ZZ'],
  ['31 September 2026', 'd MMMM yyyy'],
  ['2025-366', 'yyyy-ooo'],
  ['2025-W53-1', "kkkk-'W'WW-c"],
  ['28/03/2021 02:30', 'dd/MM/yyyy HH:mm'],
  ['999999999999999', 'X'],
  ['253402300800000', 'x'],
])('%s read by %s is not in the calendar', (text, timeFormat) => {
  expect(readTime(text, { timeFormat, timeZone: 'Europe/Berlin' })).toBeNull()
})

test('leap days, and times at both ends of a day, are read exactly', () => {
  expect(readTime('2024-02-29T23:59:59Z')).toBe('2024-02-29T23:59:59.000Z')
  expect(readTime('2000-02-29')).toBe('2000-02-29T00:00:00.000Z')
  expect(readTime('Thu, 29 Feb 2024 00:00:00 +1400')).toBe('2024-02-28T10:00:00.000Z')
  const form = { timeFormat: 'dd/MM/yyyy hh:mm a ZZ', timeZone: 'Europe/Berlin' }
  expect(readTime('29/02/2024 12:00 AM -05:00', form)).toBe('2024-02-29T05:00:00.000Z')
})

test('a local time that the clocks skip is unknown; a day without a midnight begins at its first moment', () => {
  const inZone = (text: string, timeZone: string) => readTime(text, { timeFormat: null, timeZone })
  expect(inZone('2021-03-28 02:30', 'Europe/Berlin')).toBeNull()
  expect(inZone('2011-12-30 10:00', 'Pacific/Apia')).toBeNull()
  expect(inZone('2011-12-30', 'Pacific/Apia')).toBeNull()
  expect(inZone('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
})

test('a time outside the years 1 to 9999, or a number outside 1973 to 2286, is unknown', () => {
  for (const text of ['9999-12-31T23:59:59-05:00', '0001-01-01T00:00:00+01:00', '0000-01-01T00:00:00Z'])
    expect(readTime(text)).toBeNull()
  for (const value of [86_400, 20_210_106, 20_210_106_184_040, 1e10, 1e13, 1_609_958_440_123_456, 8.64e15])
    for (const each of [value, String(value)]) expect(readTime(each)).toBeNull()
  expect(readTime(1_609_958_440.123)).toBe('2021-01-06T18:40:40.123Z')
})

test('no calendar day is read as another, in any format', () => {
  const parts = [
    fc.integer({ min: 1973, max: 2100 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
  ]
  fc.assert(
    fc.property(fc.tuple(...parts), ([year = 0, month = 0, day = 0]) => {
      const two = (value: number) => String(value).padStart(2, '0')
      const name = new Date(Date.UTC(2021, month - 1)).toUTCString().slice(8, 11)
      const exists = day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
      const date = `${year}-${two(month)}-${two(day)}`
      for (const text of [
        date,
        `${date}T10:00:00Z`,
        `${date} 10:00 +0000`,
        `${year}${two(month)}${two(day)}T100000Z`,
        `${year}/${two(month)}/${two(day)} 10:00`,
        `${day} ${name} ${year} 10:00 GMT`,
        `${name} ${day} 10:00:00 +0000 ${year}`,
        `${name} ${day}, ${year}`,
      ])
        expect(readTime(text)?.slice(0, 10)).toBe(exists ? date : undefined)
    }),
  )
})

test('without a named zone, a time is local time of the provider’s zone', () => {
  const berlin = { timeFormat: null, timeZone: 'Europe/Berlin' }
  expect(readTime('2021-01-06 18:40:40', berlin)).toBe('2021-01-06T17:40:40.000Z')
  expect(readTime('Wed Jan  6 18:40:40 2021', berlin)).toBe('2021-01-06T17:40:40.000Z')
  expect(readTime('2021-07-06T18:40', berlin)).toBe('2021-07-06T16:40:00.000Z')
  expect(readTime('Wed, 06 Jan 2021 18:40:40 GMT', berlin)).toBe('2021-01-06T18:40:40.000Z')
})

test('a format that the provider names is the only one', () => {
  const form = { timeFormat: 'dd/MM/yyyy HH:mm', timeZone: 'America/New_York' }
  expect(readTime('06/01/2021 18:40', form)).toBe('2021-01-06T23:40:00.000Z')
  expect(readTime('2021-01-06T18:40:40Z', form)).toBeNull()
  expect(readTime(1_609_958_440, form)).toBe('2021-01-06T18:40:40.000Z')
})

test('every RFC 1123 date that a server writes comes back', () => {
  const moments = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      const whole = new Date(Math.floor(moment.getTime() / 1000) * 1000).toISOString()
      expect(readTime(moment.toUTCString())).toBe(whole)
      expect(readTime(moment.toString())).toBe(whole)
    }),
  )
})

test('any moment written as ISO 8601 comes back, and no text makes it fail', () => {
  const moments = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      expect(readTime(moment.toISOString())).toBe(moment.toISOString())
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readTime(text) ?? '2').toMatch(/^\d/)
    }),
  )
})
