import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listUpcomingDays, toPastDays } from '@/lib/money/forecast/run-out'
import {
  atMinute,
  consecutiveDaysFrom,
  dayBefore,
  dayContaining,
  dayOfDate,
  formatLocalTime,
  localClockAt,
  parseLocalTime,
  periodContaining,
} from '@/lib/platform/calendar'

/** Zones that skip a midnight, repeat one, or move by half an hour. */
const ODD = ['Africa/Cairo', 'America/Havana', 'Atlantic/Azores', 'Asia/Beirut', 'Australia/Lord_Howe']
const moment = fc.date({ min: new Date('2010-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
/** Moments within 36 hours of one at which the clocks of Havana or the Azores show midnight twice. */
const nearTwoMidnights = fc
  .tuple(fc.constantFrom('2026-11-01T04:30:00Z', '2026-10-25T00:30:00Z'), fc.integer({ min: -36, max: 36 }))
  .map(([at, hours]) => new Date(Date.parse(at) + hours * 3_600_000))
const anywhere = fc.tuple(fc.constantFrom(...ODD), fc.oneof(moment, nearTwoMidnights))

const dateIn = (at: Date, timeZone: string): string => formatLocalTime(at, timeZone).slice(0, 10)

test('a day begins with the first moment of its date and ends with the first of the next', () => {
  fc.assert(
    fc.property(anywhere, ([zone, at]) => {
      const day = dayContaining(at, zone)
      expect(day.startsAt <= at && at < day.endsAt).toBe(true)
      expect(day.date).toBe(dateIn(at, zone))
      expect(dateIn(day.startsAt, zone)).toBe(day.date)
      expect(dateIn(new Date(day.startsAt.getTime() - 1), zone) < day.date).toBe(true)
      expect(dateIn(day.endsAt, zone) > day.date).toBe(true)
      expect(dateIn(new Date(day.endsAt.getTime() - 1), zone)).toBe(day.date)
      expect(periodContaining(at, 'day', zone)).toEqual({ startsAt: day.startsAt, endsAt: day.endsAt })
      expect(dayOfDate(day.date, zone)).toEqual(day)
      expect(dayBefore(at, zone, 0)).toEqual(day)
      expect(dayBefore(day.endsAt, zone, 1)).toEqual(day)
    }),
  )
})

test('consecutive days have no gap, and forecasts use the same days', () => {
  fc.assert(
    fc.property(anywhere, ([zone, at]) => {
      const days = consecutiveDaysFrom(at, zone, 5)
      for (const [place, { startsAt }] of days.entries())
        if (place > 0) expect(startsAt).toEqual(days[place - 1]?.endsAt)
      const coming = listUpcomingDays({
        now: at,
        timeZone: zone,
        horizonDays: 5,
        days: [],
        balanceNano: 0n,
        seed: 1,
      })
      expect(coming.map(({ startMs }) => startMs)).toEqual(days.map(({ startsAt }) => startsAt.getTime()))
      const [first, , , , last] = days
      if (!first || !last) throw new Error('No days')
      const past = toPastDays([], first.startsAt, last.endsAt, zone)
      expect(past.map(({ hours }) => hours.length)).toEqual(
        days.map(({ startsAt, endsAt }) => Math.ceil((endsAt.getTime() - startsAt.getTime()) / 3_600_000)),
      )
    }),
  )
})

test.each([
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
])('the day with two midnights has 25 hours in %s', (zone, date, startsAt, endsAt) => {
  expect(dayOfDate(date, zone)).toMatchObject({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
})

test('an invalid date has no day', () => {
  expect(dayOfDate('', 'Europe/Berlin')).toBeNull()
  expect(dayOfDate('2026-02-30', 'Europe/Berlin')).toBeNull()
  // PostgreSQL has no year 0.
  for (const date of ['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31'])
    expect(dayOfDate(date, 'Europe/Berlin')).toBeNull()
})

test('clock times are read and set within a day', () => {
  const zone = 'Asia/Kolkata'
  const at = new Date('2026-11-20T20:00:00Z')
  expect(localClockAt(at, zone)).toEqual({ minute: 90, weekday: 6 })
  expect(atMinute(dayContaining(at, zone), zone, 90)).toEqual(at)
  expect(formatLocalTime(at, zone)).toBe('2026-11-21T01:30:00.000+05:30')
  expect(parseLocalTime('2026-11-21T01:30', zone)).toEqual(at)
  expect(parseLocalTime('2026-11-20T20:00Z', zone)).toEqual(at)
})
