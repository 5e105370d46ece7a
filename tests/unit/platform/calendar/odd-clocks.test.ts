import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { QUARTER_HOUR_MS, RANGE_PRESETS, resolveRange } from '@/lib/platform/calendar'
import { defaultBucketStep, splitIntoBuckets } from '@/lib/platform/calendar/buckets'

/** Zones that skip a midnight, repeat one, or move by half an hour. */
const ODD = ['Africa/Cairo', 'America/Havana', 'Atlantic/Azores', 'Asia/Beirut', 'Australia/Lord_Howe']
const NOW = new Date('2026-11-20T12:00:00Z')
const bucketsIn = (zone: string, from: string, to: string, step: 'hour' | 'day') =>
  splitIntoBuckets(resolveRange({ from, to }, NOW, zone), step)
const hoursOf = (buckets: readonly { from: number; to: number }[]) =>
  buckets.map(({ from, to }) => ((to - from) * QUARTER_HOUR_MS) / 3_600_000)

test('an hour ends where the clocks of Lord Howe go back by half an hour', () => {
  const buckets = bucketsIn('Australia/Lord_Howe', '2026-04-05', '2026-04-05', 'hour')
  expect(buckets.slice(0, 4).map(({ label }) => label)).toEqual(['00:00', '01:00', '01:30', '02:00'])
  expect(hoursOf(buckets.slice(0, 3))).toEqual([1, 1, 0.5])
})

test('a day without a midnight ends at the next midnight', () => {
  const buckets = bucketsIn('Africa/Cairo', '2026-04-23', '2026-04-25', 'day')
  expect(hoursOf(buckets)).toEqual([24, 23, 24])
  expect(buckets.map(({ label }) => label)).toEqual(['23 Apr', '24 Apr', '25 Apr'])
})

test('a day with two midnights begins with the first', () => {
  const now = new Date('2026-11-01T18:00:00Z')
  const { from, to } = resolveRange({ preset: 'today' }, now, 'America/Havana')
  expect(to.diff(from, 'hours').hours).toBe(25)
})

test('ranges include now, except the month before, which ends where this month begins; their buckets are gapless, at any time of unusual clocks', () => {
  const moment = fc.date({ min: new Date('2010-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...ODD), moment, fc.constantFrom(...RANGE_PRESETS), (zone, now, preset) => {
      const range = resolveRange({ preset }, now, zone)
      if (preset === 'last-month') {
        const month = resolveRange({ preset: 'month' }, now, zone)
        expect(range.to.toMillis()).toBe(month.from.toMillis())
        expect(range.to.diff(range.from, 'months').months).toBeCloseTo(1, 1)
      } else {
        expect(range.from.toMillis()).toBeLessThanOrEqual(now.getTime())
        expect(range.to.toMillis()).toBeGreaterThan(now.getTime())
      }
      const step = defaultBucketStep(range)
      const buckets = splitIntoBuckets(range, step)
      expect(buckets[0]?.from).toBe(range.from.toMillis() / QUARTER_HOUR_MS)
      expect(buckets.at(-1)?.to).toBe(range.to.toMillis() / QUARTER_HOUR_MS)
      for (const [place, { from, to }] of buckets.entries()) {
        expect(to).toBeGreaterThan(from)
        if (place > 0) expect(from).toBe(buckets[place - 1]?.to)
      }
      if (step === 'day')
        expect(
          new Set(buckets.map(({ key }) => DateTime.fromISO(key, { setZone: true }).toISODate())).size,
        ).toBe(buckets.length)
    }),
  )
})
