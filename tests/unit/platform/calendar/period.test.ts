import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUDGET_PERIODS, type Period, periodContaining } from '@/lib/platform/calendar'

const HOUR = 3_600_000

/** Returns the period around a moment: its beginning and end in UTC, and its length in hours. */
function cut(moment: string, period: Period, zone: string) {
  const { startsAt, endsAt } = periodContaining(new Date(moment), period, zone)
  return [
    startsAt.toISOString().slice(0, 16),
    endsAt?.toISOString().slice(0, 16),
    endsAt && (endsAt.getTime() - startsAt.getTime()) / HOUR,
  ]
}

describe('days, weeks and months follow the calendar of the zone', () => {
  test.each<[string, Period, string, unknown[]]>([
    // Offset by half an hour: a day begins at 18:30 UTC of the day before.
    ['2026-03-10T18:29:59Z', 'day', 'Asia/Kolkata', ['2026-03-09T18:30', '2026-03-10T18:30', 24]],
    ['2026-03-10T18:30:00Z', 'day', 'Asia/Kolkata', ['2026-03-10T18:30', '2026-03-11T18:30', 24]],
    ['2026-03-10T18:30:00Z', 'hour', 'Asia/Kolkata', ['2026-03-10T18:30', '2026-03-10T19:30', 1]],
    ['2026-03-10T00:00:00Z', 'week', 'Asia/Kolkata', ['2026-03-08T18:30', '2026-03-15T18:30', 168]],
    ['2026-02-28T18:30:00Z', 'month', 'Asia/Kolkata', ['2026-02-28T18:30', '2026-03-31T18:30', 744]],
    // On 8 March 2026, 02:00 becomes 03:00.
    ['2026-03-08T12:00:00Z', 'day', 'America/New_York', ['2026-03-08T05:00', '2026-03-09T04:00', 23]],
    ['2026-03-08T12:00:00Z', 'week', 'America/New_York', ['2026-03-02T05:00', '2026-03-09T04:00', 167]],
    ['2026-03-20T12:00:00Z', 'month', 'America/New_York', ['2026-03-01T05:00', '2026-04-01T04:00', 743]],
    ['2026-03-08T06:59:59Z', 'hour', 'America/New_York', ['2026-03-08T06:00', '2026-03-08T07:00', 1]],
    // On 1 November 2026, 02:00 becomes 01:00, and each of the two counts as an hour.
    ['2026-11-01T12:00:00Z', 'day', 'America/New_York', ['2026-11-01T04:00', '2026-11-02T05:00', 25]],
    ['2026-11-01T05:30:00Z', 'hour', 'America/New_York', ['2026-11-01T05:00', '2026-11-01T06:00', 1]],
    ['2026-11-01T06:30:00Z', 'hour', 'America/New_York', ['2026-11-01T06:00', '2026-11-01T07:00', 1]],
    ['2026-11-20T12:00:00Z', 'month', 'America/New_York', ['2026-11-01T04:00', '2026-12-01T05:00', 721]],
    // There was no 30 December 2011 in Apia.
    ['2011-12-30T09:59:59Z', 'day', 'Pacific/Apia', ['2011-12-29T10:00', '2011-12-30T10:00', 24]],
    ['2011-12-30T10:00:00Z', 'day', 'Pacific/Apia', ['2011-12-30T10:00', '2011-12-31T10:00', 24]],
    ['2011-12-30T12:00:00Z', 'week', 'Pacific/Apia', ['2011-12-26T10:00', '2012-01-01T10:00', 144]],
    ['2011-12-15T00:00:00Z', 'month', 'Pacific/Apia', ['2011-12-01T10:00', '2011-12-31T10:00', 720]],
    ['2026-06-15T12:00:00Z', 'day', 'Pacific/Apia', ['2026-06-15T11:00', '2026-06-16T11:00', 24]],
    ['2026-06-15T12:34:56Z', 'hour', 'UTC', ['2026-06-15T12:00', '2026-06-15T13:00', 1]],
    ['2026-06-14T23:59:59Z', 'week', 'UTC', ['2026-06-08T00:00', '2026-06-15T00:00', 168]],
    ['2028-02-29T00:00:00Z', 'month', 'UTC', ['2028-02-01T00:00', '2028-03-01T00:00', 696]],
    // Clocks move by half an hour: what the jump leaves of the hour counts as an hour.
    ['2026-04-04T14:59:00Z', 'hour', 'Australia/Lord_Howe', ['2026-04-04T14:00', '2026-04-04T15:00', 1]],
    ['2026-04-04T15:10:00Z', 'hour', 'Australia/Lord_Howe', ['2026-04-04T15:00', '2026-04-04T15:30', 0.5]],
    ['2026-10-03T15:40:00Z', 'hour', 'Australia/Lord_Howe', ['2026-10-03T15:30', '2026-10-03T16:00', 0.5]],
  ])('%s, %s, %s', (moment, period, zone, expected) => {
    expect(cut(moment, period, zone)).toEqual(expected)
  })

  test('a total has no end', () => {
    expect(periodContaining(new Date(), 'total', 'UTC')).toEqual({ startsAt: new Date(0), endsAt: null })
  })
})

test('any moment in any zone is in a period, which is the same for all of its moments, and the next one follows it', () => {
  const zones = [
    'Asia/Kolkata',
    'America/New_York',
    'Pacific/Apia',
    'UTC',
    'Australia/Lord_Howe',
    'Africa/Cairo',
  ]
  const moment = fc.date({ min: new Date('2011-06-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  const periods = BUDGET_PERIODS.filter((period) => period !== 'total')
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      moment,
      fc.constantFrom(...periods),
      fc.nat(999),
      (zone, at, period, part) => {
        const { startsAt, endsAt } = periodContaining(at, period, zone)
        if (!endsAt) throw new Error('It must end')
        expect(startsAt.getTime()).toBeLessThanOrEqual(at.getTime())
        expect(endsAt.getTime()).toBeGreaterThan(at.getTime())
        const within = new Date(
          startsAt.getTime() + Math.floor(((endsAt.getTime() - startsAt.getTime()) * part) / 1000),
        )
        expect(periodContaining(within, period, zone)).toEqual({ startsAt, endsAt })
        expect(periodContaining(endsAt, period, zone).startsAt).toEqual(endsAt)
      },
    ),
    { numRuns: 2000 },
  )
})
