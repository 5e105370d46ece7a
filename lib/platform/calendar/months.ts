import { DateTime } from 'luxon'
import { startOf } from './calendar'
import { zoneOf } from './zone'

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
    startsAt: startOf(start, 'month').toJSDate(),
    endsAt: startOf(start.plus({ months: 1 }), 'month').toJSDate(),
  }
}

/** Returns the month in which a moment lies. */
export const monthOf = (at: Date, timeZone: string): Month =>
  toMonth(DateTime.fromJSDate(at, { zone: zoneOf(timeZone) }))

/** Returns the month after one such as 2026-01. */
export const monthAfter = (name: string, timeZone: string): Month =>
  toMonth(DateTime.fromFormat(name, 'yyyy-MM', { zone: zoneOf(timeZone) }).plus({ months: 1 }))

/** Returns the first moment of the month that lies `months` months before that of a moment. */
export const monthBefore = (at: Date, timeZone: string, months: number): Date =>
  startOf(
    DateTime.fromJSDate(at, { zone: zoneOf(timeZone) })
      .startOf('month')
      .minus({ months }),
    'month',
  ).toJSDate()
