import { DateTime, type TokenParser } from 'luxon'
import { createCache } from '@/lib/platform/cache'
import { isSupportedDate, startOfNextUnit, startOfUnit, toLuxonZone } from './calendar'

/** 24 hours in milliseconds. A day of a zone may be shorter or longer. */
export const DAY_MS = 86_400_000

/** A day of a zone, from its first moment up to that of the next day. */
export interface Day {
  /** Date in the form 2026-01-31. */
  readonly date: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** 1 for Monday to 7 for Sunday. */
  readonly weekday: number
}

const local = (at: Date, timeZone: string): DateTime =>
  DateTime.fromJSDate(at, { zone: toLuxonZone(timeZone) })

function toDay(at: DateTime): Day {
  const start = startOfUnit(at, 'day')
  let end: Date | undefined
  return {
    date: start.toISODate() ?? '',
    startsAt: start.toJSDate(),
    // Computed on demand, because schedules try many days for their beginning alone.
    get endsAt() {
      end ??= startOfNextUnit(start, 'day').toJSDate()
      return end
    },
    weekday: start.weekday,
  }
}

/** Days by zone and UTC date, cached because a page asks for the same ones some hundred times. */
const near = createCache<readonly Day[]>({ max: 5000 })
/** Days by zone and local date; null if there is no such date. */
const named = createCache<{ readonly day: Day | null }>({ max: 5000 })

/** Returns the day in which a moment lies. */
export function dayContaining(at: Date, timeZone: string): Day {
  const ms = at.getTime()
  if (Number.isNaN(ms)) return toDay(local(at, timeZone))
  const name = `${timeZone} ${Math.floor(ms / DAY_MS)}`
  // A UTC date overlaps two or three days of a zone.
  const known = near.get(name) ?? []
  const found = known.find(({ startsAt, endsAt }) => startsAt.getTime() <= ms && ms < endsAt.getTime())
  if (found) return found
  const day = toDay(local(at, timeZone))
  near.set(name, [...known, day])
  return day
}

/** Returns consecutive days, starting with that of a moment. */
export function consecutiveDaysFrom(at: Date, timeZone: string, many: number): Day[] {
  const days: Day[] = []
  for (let start = at; days.length < many; ) {
    const day = dayContaining(start, timeZone)
    days.push(day)
    start = day.endsAt
  }
  return days
}

/** Returns the day `days` days before that of a moment. */
export const dayBefore = (at: Date, timeZone: string, days: number): Day =>
  toDay(local(at, timeZone).startOf('day').minus({ days }))

/** Returns the day `days` days after that of a moment. */
export const dayAfter = (at: Date, timeZone: string, days: number): Day =>
  toDay(local(at, timeZone).startOf('day').plus({ days }))

/** Returns the day of a date such as 2026-01-31, of a year that both engines can hold; null if there is none. */
export function dayOfDate(date: string, timeZone: string): Day | null {
  const name = `${timeZone} ${date}`
  const known = named.get(name)
  if (known) return known.day
  const at = DateTime.fromFormat(date, 'yyyy-MM-dd', { zone: toLuxonZone(timeZone) })
  const day = isSupportedDate(at) ? toDay(at) : null
  named.set(name, { day })
  return day
}

/** Returns the moment of a day at which its clocks show this many minutes after midnight. */
export const atMinute = ({ startsAt }: Day, timeZone: string, minute: number): Date =>
  local(startsAt, timeZone)
    .set({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toJSDate()

/** Returns what clocks and calendars of a zone show: minutes after midnight, and 1 for Monday to 7 for Sunday. */
export function localClockAt(
  at: Date,
  timeZone: string,
): { readonly minute: number; readonly weekday: number } {
  const { hour, minute, weekday } = local(at, timeZone)
  return { minute: hour * 60 + minute, weekday }
}

/** Reads an ISO time; without an offset it is local to the zone. */
export const parseLocalTime = (text: string, timeZone: string): Date =>
  DateTime.fromISO(text, { zone: toLuxonZone(timeZone) }).toJSDate()

const FORMAT_LOCALE = { locale: 'en-US' }
/** Parsed formats, cached because luxon spends half of its time parsing the format. */
const formats = createCache<TokenParser>({ max: 50 })

function formatOf(format: string): TokenParser {
  const known = formats.get(format)
  if (known) return known
  const parser = DateTime.buildFormatParser(format, FORMAT_LOCALE)
  formats.set(format, parser)
  return parser
}

/**
 * Reads a text by a luxon format, in a zone unless it names one itself, as milliseconds since 1970. NaN if it does not
 * fit, or if no clock shows that time: 24:00, or an hour that the zone's clocks skip.
 */
export function parseTimeAs(text: string, format: string, timeZone: string): number {
  const options = { zone: toLuxonZone(timeZone), setZone: true, ...FORMAT_LOCALE }
  const at = DateTime.fromFormatParser(text, formatOf(format), options)
  // luxon silently moves such times to later ones.
  const said: unknown = DateTime.fromFormatExplain(text, format, FORMAT_LOCALE).result?.hour
  return said === undefined || said === at.hour ? at.toMillis() : Number.NaN
}

/** Returns whether there is a zone with this IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Writes a moment as ISO 8601 with the zone's offset at that time. */
export const formatLocalTime = (at: Date, timeZone: string): string => local(at, timeZone).toISO() ?? ''
