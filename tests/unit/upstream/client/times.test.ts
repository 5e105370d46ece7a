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
  0,
  -1,
  1e300,
  [],
  {},
])('%j is no time', (value) => {
  expect(readTime(value)).toBeNull()
})

test('where no zone is named, it is local time of the provider’s zone', () => {
  const berlin = { timeFormat: null, timeZone: 'Europe/Berlin' }
  expect(readTime('2021-01-06 18:40:40', berlin)).toBe('2021-01-06T17:40:40.000Z')
  expect(readTime('Wed Jan  6 18:40:40 2021', berlin)).toBe('2021-01-06T17:40:40.000Z')
  expect(readTime('2021-07-06T18:40', berlin)).toBe('2021-07-06T16:40:00.000Z')
  expect(readTime('Wed, 06 Jan 2021 18:40:40 GMT', berlin)).toBe('2021-01-06T18:40:40.000Z')
})

test('a form that the provider names is the only one', () => {
  const form = { timeFormat: 'dd/MM/yyyy HH:mm', timeZone: 'America/New_York' }
  expect(readTime('06/01/2021 18:40', form)).toBe('2021-01-06T23:40:00.000Z')
  expect(readTime('2021-01-06T18:40:40Z', form)).toBeNull()
  expect(readTime(1_609_958_440, form)).toBe('2021-01-06T18:40:40.000Z')
})

test('every form of RFC 1123 that a server writes comes back', () => {
  const moments = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (moment) => {
      const whole = new Date(Math.floor(moment.getTime() / 1000) * 1000).toISOString()
      expect(readTime(moment.toUTCString())).toBe(whole)
      expect(readTime(moment.toString())).toBe(whole)
    }),
  )
})

test('any moment written as ISO 8601 comes back, and no text breaks it', () => {
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
