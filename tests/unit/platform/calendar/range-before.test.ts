import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import {
  BUCKET_STEPS,
  COMPARISONS,
  comparisonBuckets,
  comparisonRange,
  quarterHourOf,
  resolveRange,
  splitIntoBuckets,
} from '@/lib/platform/calendar'

const spanBefore = (preset: '7d' | '24h' | 'month', now: string, zone = 'Europe/Berlin') => {
  const at = new Date(now)
  const { whole, soFar } = comparisonRange(resolveRange({ preset }, at, zone), at)
  return [whole.from, whole.to, soFar.to].map((one) => one.toISO({ suppressMilliseconds: true }))
}

describe('the period before a range', () => {
  test('has as many days, and is compared up to the same time of its last day', () => {
    expect(spanBefore('7d', '2026-11-24T15:00:00Z')).toEqual([
      '2026-11-11T00:00:00+01:00',
      '2026-11-18T00:00:00+01:00',
      '2026-11-17T16:00:00+01:00',
    ])
  })

  test('keeps the clock times across a change of the clocks', () => {
    expect(spanBefore('7d', '2026-10-27T11:00:00Z')).toEqual([
      '2026-10-14T00:00:00+02:00',
      '2026-10-21T00:00:00+02:00',
      '2026-10-20T12:00:00+02:00',
    ])
  })

  test('for this month is as many days before it', () => {
    expect(spanBefore('month', '2026-03-10T12:00:00Z', 'UTC')).toEqual([
      '2026-02-19T00:00:00Z',
      '2026-03-01T00:00:00Z',
      '2026-02-28T12:00:00Z',
    ])
  })

  test('a year before is the same days, up to the same time', () => {
    const at = new Date('2026-11-24T15:00:00Z')
    const { whole, soFar } = comparisonRange(resolveRange({ preset: '7d' }, at, 'Europe/Berlin'), at, 'year')
    const told = [whole.from, whole.to, soFar.to].map((one) => one.toISO({ suppressMilliseconds: true }))
    expect(told).toEqual([
      '2025-11-18T00:00:00+01:00',
      '2025-11-25T00:00:00+01:00',
      '2025-11-24T16:00:00+01:00',
    ])
  })

  test('a year before is complete if 29 February ends it, and empty for that day alone', () => {
    const day = (date: string) => DateTime.fromISO(date, { zone: 'UTC' })
    const lastYear = (from: string, to: string) => {
      const { whole } = comparisonRange({ from: day(from), to: day(to) }, day(to).toJSDate(), 'year')
      return [whole.from.toISODate(), whole.to.toISODate()]
    }
    expect(lastYear('2016-02-14', '2016-02-29')).toEqual(['2015-02-14', '2015-03-01'])
    expect(lastYear('2016-02-29', '2016-03-01')).toEqual(['2015-03-01', '2015-03-01'])
    const range = { from: day('2016-02-28'), to: day('2016-03-02') }
    const lengths = comparisonBuckets(range, splitIntoBuckets(range, 'day'), 'year').map(
      ({ from, to }) => to - from,
    )
    expect(lengths).toEqual([96, 0, 96])
  })
})

test('bars of the comparison cover all of it once, whatever the clocks do there', () => {
  const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Apia', 'Europe/Berlin')
  const first = fc.date({ min: new Date('2013-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const length = fc.integer({ min: 1, max: 16 })
  const of = fc.tuple(fc.constantFrom(...BUCKET_STEPS), fc.constantFrom(...COMPARISONS))
  fc.assert(
    fc.property(zone, first, length, of, (zone, first, length, [step, comparison]) => {
      const from = DateTime.fromJSDate(first, { zone }).startOf('day')
      const range = { from, to: from.plus({ days: length }).startOf('day') }
      const { whole } = comparisonRange(range, range.to.toJSDate(), comparison)
      const buckets = splitIntoBuckets(range, step)
      const back = comparisonBuckets(range, buckets, comparison)
      expect(back).toHaveLength(buckets.length)
      const ends = [whole.from, whole.to].map((at) => quarterHourOf(at.toJSDate()))
      expect([back[0]?.from, back.at(-1)?.to]).toEqual(ends)
      const odd = back.filter(({ from, to }, at) => to < from || (at > 0 && from !== back[at - 1]?.to))
      expect(odd).toEqual([])
    }),
  )
})
