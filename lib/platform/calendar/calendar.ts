import { type DateTime, type DateTimeUnit, IANAZone, Info, type Zone } from 'luxon'

/**
 * Returns the first moment of the day, week or longer unit in which `at` lies. The clocks may skip a midnight (the day
 * then begins at 01:00) or show it twice (it then begins with the first).
 */
export function startOfUnit(at: DateTime, unit: DateTimeUnit): DateTime {
  const start = at.startOf(unit)
  const before = start.minus({ hours: 1 })
  // Dates are compared as text, because luxon's hasSame counts the hour before such a day as part of it.
  return before.toISODate() === start.toISODate() ? before : start
}

/** Returns the first moment of the next day, week or month. */
export const startOfNextUnit = (at: DateTime, unit: 'day' | 'week' | 'month'): DateTime =>
  startOfUnit(at.startOf(unit).plus({ [`${unit}s`]: 1 }), unit)

/** Returns the next full hour on the clock, even if the clocks go back by half an hour. */
export const nextHour = (at: DateTime): DateTime => at.startOf('minute').plus({ minutes: 60 - at.minute })

/** Returns whether both engines can hold a date, and a call of Purser can have it: PostgreSQL rejects the year 0. */
export const isSupportedDate = (at: DateTime): boolean => at.isValid && at.year >= 1970 && at.year < 9999

/**
 * Length of the steps that rollups sum: the finest step by which any time zone differs from UTC, so that a day of
 * Asia/Kolkata (UTC+5:30) or Asia/Kathmandu (UTC+5:45) is a whole number of them.
 */
export const QUARTER_HOUR_MS = 900_000

/** Number of quarter hours in 24 hours. */
export const QUARTER_HOURS_PER_DAY = 96

/**
 * Returns the quarter hours of the last `days` days, including the present one: from the first up to but excluding
 * `to`.
 */
export function lastQuarterHours(now: Date, days: number): { readonly from: number; readonly to: number } {
  const to = quarterHourOf(now) + 1
  return { from: to - days * QUARTER_HOURS_PER_DAY, to }
}

/** Returns the quarter hour since the epoch in which a moment lies. */
export const quarterHourOf = (at: Date): number => Math.floor(at.getTime() / QUARTER_HOUR_MS)

/** Returns the moment at which a quarter hour since the epoch begins. */
export const startOfQuarterHour = (quarterHour: number): Date => new Date(quarterHour * QUARTER_HOUR_MS)

/** More quarter hours than the days of a few years begin in. */
const MAX_OFFSETS = 5_000

/**
 * A zone that caches its offsets: luxon asks for them at each step of a calendar, and the platform is slow to answer.
 */
class RememberingZone extends IANAZone {
  readonly #offsets = new Map<number, number>()

  override offset(at: number): number {
    const quarter = Math.floor(at / QUARTER_HOUR_MS)
    const [before, after] = [this.#offsetAt(quarter), this.#offsetAt(quarter + 1)]
    // Clocks change within few quarter hours, and in none of them back and forth.
    return before === after ? before : super.offset(at)
  }

  #offsetAt(quarter: number): number {
    const known = this.#offsets.get(quarter)
    if (known !== undefined) return known
    const offset = super.offset(quarter * QUARTER_HOUR_MS)
    if (this.#offsets.size >= MAX_OFFSETS) this.#offsets.clear()
    this.#offsets.set(quarter, offset)
    return offset
  }
}

const zones = new Map<string, Zone>()

/** Returns the zone of an IANA name in luxon's form. */
export function toLuxonZone(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  const plain = Info.normalizeZone(timeZone)
  if (!(plain instanceof IANAZone && plain.isValid)) return plain
  const zone = new RememberingZone(timeZone)
  zones.set(timeZone, zone)
  return zone
}
