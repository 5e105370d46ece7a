import type { DateTime, DateTimeUnit } from 'luxon'

/**
 * Returns the first moment of the day, week or longer unit in which `at` lies. The clocks may skip a midnight (the day
 * then begins at 01:00) or show it twice (it then begins with the first).
 */
export function startOf(at: DateTime, unit: DateTimeUnit): DateTime {
  const start = at.startOf(unit)
  const before = start.minus({ hours: 1 })
  // Dates are compared as text, because luxon's hasSame counts the hour before such a day as part of it.
  return before.toISODate() === start.toISODate() ? before : start
}

/** Returns the first moment of the next day, week or month. */
export const startOfNext = (at: DateTime, unit: 'day' | 'week' | 'month'): DateTime =>
  startOf(at.startOf(unit).plus({ [`${unit}s`]: 1 }), unit)

/** Returns the next full hour on the clock, even if the clocks go back by half an hour. */
export const nextHour = (at: DateTime): DateTime => at.startOf('minute').plus({ minutes: 60 - at.minute })

/** Returns whether both engines can hold a date, and a call of Purser can have it: PostgreSQL rejects the year 0. */
export const isOfOurTime = (at: DateTime): boolean => at.isValid && at.year >= 1970 && at.year < 9999
