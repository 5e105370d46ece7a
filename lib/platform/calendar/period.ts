import { DateTime } from 'luxon'
import { nextHour, startOfUnit, toLuxonZone } from './calendar'

/** Periods of whole days, shortest first. luxon knows each by this name. */
export const CALENDAR_PERIODS = ['day', 'week', 'month'] as const
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number]

/** Periods of a budget's amount. */
export const BUDGET_PERIODS = ['hour', ...CALENDAR_PERIODS, 'total'] as const
export type Period = (typeof BUDGET_PERIODS)[number]

/** A half-open span of time, unbounded if it has no end. */
interface Span {
  readonly startsAt: Date
  readonly endsAt: Date | null
}

/** The beginning of all time, for a period that never restarts. */
const EVER = new Date(0)

/**
 * Returns the hour, day, week (from Monday) or month that contains a given time, by the zone's calendar: a day of 23
 * or 25 hours is one day. `total` is all time.
 */
export function periodContaining(moment: Date, period: Period, timeZone: string): Span {
  if (period === 'total') return { startsAt: EVER, endsAt: null }
  const at = DateTime.fromJSDate(moment, { zone: toLuxonZone(timeZone) })
  if (period === 'hour') return hourOf(at)
  const next = startOfUnit(at.startOf(period).plus({ [`${period}s`]: 1 }), period)
  return { startsAt: startOfUnit(at, period).toJSDate(), endsAt: next.toJSDate() }
}

/** Returns the span from a full hour, or a later jump of the clock, to the next full hour. */
function hourOf(at: DateTime): Span {
  let start = at.startOf('minute').minus({ minutes: at.minute })
  while (start.offset !== at.offset) start = start.plus({ minutes: 1 })
  return { startsAt: start.toJSDate(), endsAt: nextHour(at).toJSDate() }
}

/** A month of a zone, from its first moment up to that of the next month. */
interface Month {
  /** Name in the form 2026-01. */
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date
}

function toMonth(at: DateTime): Month {
  const start = at.startOf('month')
  return {
    name: start.toFormat('yyyy-MM'),
    startsAt: startOfUnit(start, 'month').toJSDate(),
    endsAt: startOfUnit(start.plus({ months: 1 }), 'month').toJSDate(),
  }
}

/** Returns the month that contains a given time. */
export const monthContaining = (at: Date, timeZone: string): Month =>
  toMonth(DateTime.fromJSDate(at, { zone: toLuxonZone(timeZone) }))

/** Returns the month after one such as 2026-01. */
export const monthAfter = (name: string, timeZone: string): Month =>
  toMonth(DateTime.fromFormat(name, 'yyyy-MM', { zone: toLuxonZone(timeZone) }).plus({ months: 1 }))

/** Returns the name of the month before one such as 2026-01. */
export const monthNameBefore = (name: string): string =>
  DateTime.fromFormat(name, 'yyyy-MM', { zone: 'utc' }).minus({ months: 1 }).toFormat('yyyy-MM')

/** Returns the first and the last day of a month such as 2026-01, as 2026-01-01 and 2026-01-31. */
export function daysOfMonth(name: string): { readonly from: string; readonly to: string } {
  const first = DateTime.fromFormat(name, 'yyyy-MM', { zone: 'utc' })
  return { from: `${name}-01`, to: first.endOf('month').toFormat('yyyy-MM-dd') }
}

/** Returns the start of the month `months` months before that of a given time. */
export const monthBefore = (at: Date, timeZone: string, months: number): Date =>
  startOfUnit(
    DateTime.fromJSDate(at, { zone: toLuxonZone(timeZone) })
      .startOf('month')
      .minus({ months }),
    'month',
  ).toJSDate()
