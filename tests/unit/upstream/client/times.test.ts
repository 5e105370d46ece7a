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
  0,
  -1,
  1e300,
  [],
  {},
])('%j is no time', (value) => {
  expect(readTime(value)).toBeNull()
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
