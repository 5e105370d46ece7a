import fc from 'fast-check'
import { DateTime } from 'luxon'
import { afterEach, describe, expect, test } from 'vitest'
import { acceptedConventions, registerConventionsFinder } from '@/lib/kernel'
import { PLAIN_CONVENTIONS } from '@/lib/kernel/conventions'
import { QUARTER_HOUR_MS, RANGE_PRESETS, type Range, resolveRange } from '@/lib/platform/calendar'
import {
  BUCKET_STEPS,
  type Bucket,
  defaultBucketStep,
  possibleBucketSteps,
  splitIntoBuckets,
} from '@/lib/platform/calendar/buckets'

/** A range of 60 days has 1,440 hours to check, in each of a hundred draws. */
const PATIENCE_MS = 60_000
const ZONES = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia', 'Europe/Berlin']

const days = (zone: string, from: string, to: string): Range =>
  resolveRange({ from, to }, new Date('2026-11-20T12:00:00Z'), zone)
const hoursIn = ({ from, to }: Bucket): number => ((to - from) * QUARTER_HOUR_MS) / 3_600_000
const quarterHours = (range: Range) => [
  range.from.toMillis() / QUARTER_HOUR_MS,
  range.to.toMillis() / QUARTER_HOUR_MS,
]

function expectToCover(buckets: readonly Bucket[], range: Range): void {
  const [from, to] = quarterHours(range)
  expect(buckets[0]?.from).toBe(from)
  expect(buckets.at(-1)?.to).toBe(to)
  // One expectation for all buckets, because one each would take longer than the buckets themselves.
  const odd = buckets.filter(
    (bucket, place) => bucket.to <= bucket.from || (place > 0 && bucket.from !== buckets[place - 1]?.to),
  )
  expect(odd).toEqual([])
  expect(new Set(buckets.map(({ key }) => key)).size).toBe(buckets.length)
}

describe('buckets are gapless and cover the range', () => {
  const zone = fc.constantFrom(...ZONES)
  const moment = fc.date({ min: new Date('2005-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

  test(
    'of every preset at any time',
    () => {
      fc.assert(
        fc.property(zone, moment, fc.constantFrom(...RANGE_PRESETS), (timeZone, now, preset) => {
          const range = resolveRange({ preset }, now, timeZone)
          const buckets = splitIntoBuckets(range, defaultBucketStep(range))
          expectToCover(buckets, range)
          expect(buckets.length).toBeLessThanOrEqual(121)
        }),
      )
    },
    PATIENCE_MS,
  )

  test(
    'of any days, in any step',
    () => {
      const step = fc.constantFrom(...BUCKET_STEPS)
      fc.assert(
        fc.property(zone, moment, fc.integer({ min: 1, max: 60 }), step, (timeZone, first, length, step) => {
          const from = DateTime.fromJSDate(first, { zone: timeZone }).startOf('day')
          const range = { from, to: from.plus({ days: length }).startOf('day') }
          expectToCover(splitIntoBuckets(range, step), range)
        }),
      )
    },
    PATIENCE_MS,
  )
})

describe('days', () => {
  test('of Asia/Kolkata begin at its own midnight, at half past an hour of UTC', () => {
    const [day] = splitIntoBuckets(days('Asia/Kolkata', '2026-11-20', '2026-11-20'), 'day')
    expect(day?.key).toBe('2026-11-20T00:00:00.000+05:30')
    expect(day?.from).toBe(Date.parse('2026-11-19T18:30:00Z') / QUARTER_HOUR_MS)
    expect(day && hoursIn(day)).toBe(24)
  })

  test('have 23 hours when New York springs forward, 25 when it falls back', () => {
    const spring = splitIntoBuckets(days('America/New_York', '2026-03-07', '2026-03-09'), 'day')
    expect(spring.map(hoursIn)).toEqual([24, 23, 24])
    const autumn = splitIntoBuckets(days('America/New_York', '2026-10-31', '2026-11-02'), 'day')
    expect(autumn.map(hoursIn)).toEqual([24, 25, 24])
    expect(autumn.map(({ label }) => label)).toEqual(['31 Oct', '1 Nov', '2 Nov'])
  })

  test('of Pacific/Apia skip 30 December 2011', () => {
    const buckets = splitIntoBuckets(days('Pacific/Apia', '2011-12-28', '2012-01-01'), 'day')
    expect(buckets.map(({ label }) => label)).toEqual(['28 Dec', '29 Dec', '31 Dec', '1 Jan'])
    expect(buckets.map(hoursIn)).toEqual([24, 24, 24, 24])
  })

  test('of Pacific/Apia have 23 or 25 hours when its clocks changed', () => {
    expect(splitIntoBuckets(days('Pacific/Apia', '2020-09-27', '2020-09-27'), 'day').map(hoursIn)).toEqual([
      23,
    ])
    expect(splitIntoBuckets(days('Pacific/Apia', '2021-04-04', '2021-04-04'), 'day').map(hoursIn)).toEqual([
      25,
    ])
  })
})

describe('hours', () => {
  test('skip the hour that New York skips', () => {
    const buckets = splitIntoBuckets(days('America/New_York', '2026-03-08', '2026-03-08'), 'hour')
    expect(buckets).toHaveLength(23)
    expect(buckets.slice(0, 4).map(({ label }) => label)).toEqual(['00:00', '01:00', '03:00', '04:00'])
  })

  test('distinguish the two that New York repeats', () => {
    const buckets = splitIntoBuckets(days('America/New_York', '2026-11-01', '2026-11-01'), 'hour')
    expect(buckets).toHaveLength(25)
    expect(buckets.slice(1, 3).map(({ key }) => key)).toEqual([
      '2026-11-01T01:00:00.000-04:00',
      '2026-11-01T01:00:00.000-05:00',
    ])
  })
})

describe('weeks', () => {
  test('begin on Monday, except a first one that the range cuts off', () => {
    const buckets = splitIntoBuckets(days('Europe/Berlin', '2026-03-19', '2026-04-06'), 'week')
    expect(buckets.map(({ label }) => label)).toEqual(['19 Mar', '23 Mar', '30 Mar', '6 Apr'])
    expect(buckets[1]?.title).toBe('23 Mar – 29 Mar 2026')
  })
})

test('the step grows with the range', () => {
  const stepFor = (from: string, to: string) => defaultBucketStep(days('America/New_York', from, to))
  expect(stepFor('2026-11-01', '2026-11-02')).toBe('hour')
  expect(stepFor('2026-11-01', '2026-11-03')).toBe('day')
  expect(stepFor('2026-01-01', '2026-04-30')).toBe('day')
  expect(stepFor('2026-01-01', '2026-05-01')).toBe('week')
})

describe('months', () => {
  test('are those of the calendar, except those that the range cuts off', () => {
    const buckets = splitIntoBuckets(days('Europe/Berlin', '2026-09-20', '2026-11-05'), 'month')
    expect(buckets.map(({ title }) => title)).toEqual([
      '20 Sep – 30 Sep 2026',
      'October 2026',
      '1 Nov – 5 Nov 2026',
    ])
  })
})

test('a range can be split into steps of at most about 400 bars', () => {
  const stepsOf = (from: string, to: string) => possibleBucketSteps(days('America/New_York', from, to))
  expect(stepsOf('2026-11-01', '2026-11-16')).toEqual(['hour', 'day', 'week', 'month'])
  expect(stepsOf('2026-11-01', '2026-11-17')).toEqual(['day', 'week', 'month'])
  const year = days('UTC', '2025-11-20', '2026-11-20')
  for (const step of possibleBucketSteps(year))
    expect(splitIntoBuckets(year, step).length).toBeLessThanOrEqual(400)
})

describe('labels follow the conventions of the reader', () => {
  afterEach(() => registerConventionsFinder(() => PLAIN_CONVENTIONS))

  test.each([
    ['en-US', 'Nov 19', 'Thu Nov 19, 2026', '1:00 PM', 'Thu Nov 19, 2026, 1:00 PM–2:00 PM'],
    ['de', '19 Nov', 'Thu 19 Nov 2026', '13:00', 'Thu 19 Nov 2026, 13:00–14:00'],
  ])('%s', (header, day, dayTitle, hour, hourTitle) => {
    registerConventionsFinder(() => acceptedConventions(header))
    const range = days('UTC', '2026-11-19', '2026-11-20')
    expect(splitIntoBuckets(range, 'day')[0]).toMatchObject({ label: day, title: dayTitle })
    expect(splitIntoBuckets(range, 'hour')[13]).toMatchObject({ label: hour, title: hourTitle })
  })
})
