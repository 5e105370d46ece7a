import { formatLocalTime, parseLocalTime, parseTimeAs } from '@/lib/platform/calendar'
import type { JsonValue } from './json'

/** The way in which a provider writes times. */
export interface TimeForm {
  /** Format in tokens such as "dd/MM/yyyy HH:mm"; null if it is evident. */
  readonly timeFormat: string | null
  /** IANA name of the zone for times that name none. */
  readonly timeZone: string
}

const BY_ITSELF: TimeForm = { timeFormat: null, timeZone: 'UTC' }

const CLOCK = String.raw`(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)`
const ZONE = String.raw`([A-Za-z]{1,5}|(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?)`
const WEEKDAY = '(?:[A-Z][a-z]{2,8},? +)?'
const MONTH = '([A-Z][a-z]{2,8})'
const end = String.raw`(?: \([^()]*\))?$`

/** Known forms, each with the order of its parts: "Y" the year, "M" the month by number or name, … */
const FORMS: readonly (readonly [pattern: RegExp, parts: string])[] = [
  // ISO 8601, also with a space in place of the T, and without dashes.
  [new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:(?:T| +)${CLOCK} ?${ZONE}?)?${end}`), 'YMDtz'],
  [/^(\d{4})(\d{2})(\d{2})T(\d{6}(?:[.,]\d+)?)(Z|[+-]\d{2}(?::?\d{2})?)?$/, 'YMDtz'],
  [new RegExp(`^(\\d{4})/(\\d{2})/(\\d{2}) +${CLOCK} ?${ZONE}?$`), 'YMDtz'],
  // RFC 1123, 2822 and 850: "Wed, 06 Jan 2021 18:40:40 GMT", "6 Jan 2021 18:40 +0100", "Wednesday, 06-Jan-21 …".
  [new RegExp(`^${WEEKDAY}(\\d{1,2})[ -]${MONTH}[ -](\\d{4}|\\d{2}),? +${CLOCK} ?${ZONE}?${end}`), 'DMYtz'],
  // The classic form and asctime: "Wed Jan 06 18:40:40 +0000 2021"; the zone is optional.
  [new RegExp(`^${WEEKDAY}${MONTH} +(\\d{1,2}) ${CLOCK} (?:${ZONE} )?(\\d{4})$`), 'MDtzY'],
  // The form that programs print: "Wed Jan 06 2021 18:40:40 GMT+0100 (CET)", "Jan 6, 2021 18:40".
  [new RegExp(`^${WEEKDAY}${MONTH} +(\\d{1,2}),? +(\\d{4})(?:,? +${CLOCK} ?${ZONE}?)?${end}`), 'MDYtz'],
]
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The usual form, matched first because the general way takes twice as long. */
const ISO_IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/
const EPOCH = /^\d+(\.\d+)?$/
/** 1973 and 2286: no post is that early or that late, so dates without dashes (20210106) are not read as seconds. */
const MIN_SECONDS = 1e8
const MAX_SECONDS = 1e10
/** Range that both engines can hold and ISO 8601 writes with four digits. */
const MIN_MS = Date.parse('0001-01-01T00:00:00Z')
const END_MS = Date.parse('+010000-01-01T00:00:00Z')
/** Maximum length of any form; nothing longer is examined. */
const MAX_LENGTH = 80
const DAY_LENGTH = '2021-01-06'.length
const MINUTE_LENGTH = '2021-01-06T18:40'.length
const DAY_MINUTES = 24 * 60

/**
 * Reads an item's time as ISO 8601 in UTC, or null. Accepts the forms above with offsets and usual zone names, and
 * seconds or milliseconds since 1970; or only the provider's format, if it names one. The form is "not shown" (section
 * "Page"). A date that no calendar has (30 February) or a time that no clock shows (24:00) is null, not the day after.
 */
export function readTime(value: JsonValue | undefined, form: TimeForm = BY_ITSELF): string | null {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null
  const text = value.trim()
  if (form.timeFormat !== null) return toIso(parseTimeAs(text, form.timeFormat, form.timeZone))
  if (ISO_IN_UTC.test(text)) return toIso(parseExactly(text))
  if (EPOCH.test(text)) return fromEpoch(Number(text))
  for (const [pattern, parts] of FORMS) {
    const found = pattern.exec(text)
    if (found) return fromParts(new Map([...parts].map((part, at) => [part, found[at + 1]])), form.timeZone)
  }
  return null
}

function fromParts(parts: ReadonlyMap<string, string | undefined>, timeZone: string): string | null {
  const at = `${yearOf(parts.get('Y') ?? '')}-${monthOf(parts.get('M') ?? '')}-${(parts.get('D') ?? '').padStart(2, '0')}T${clockOf(parts.get('t') ?? '00:00')}`
  const inUtc = parseExactly(`${at}Z`)
  if (Number.isNaN(inUtc)) return null
  const zone = parts.get('z')
  // Avoids the library, which is slow, in the usual case of a named zone.
  if (zone === undefined && timeZone !== 'UTC')
    return fromLocal(at, timeZone, parts.get('t') === undefined ? DAY_LENGTH : MINUTE_LENGTH)
  const offset = zone === undefined ? 0 : offsetOf(zone)
  return offset === null || Math.abs(offset) >= DAY_MINUTES ? null : toIso(inUtc - offset * 60_000)
}

/** Returns milliseconds since 1970; NaN for dates that `Date.parse` moves to another day: 30 February, 24:00. */
function parseExactly(text: string): number {
  const ms = Date.parse(text)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, DAY_LENGTH) !== text.slice(0, DAY_LENGTH)
    ? Number.NaN
    : ms
}

/**
 * Reads a local time. Null if the zone's clocks skip what the first `exactly` characters name: a day without a
 * midnight begins later.
 */
function fromLocal(at: string, timeZone: string, exactly: number): string | null {
  const moment = parseLocalTime(at, timeZone)
  return formatLocalTime(moment, timeZone).slice(0, exactly) === at.slice(0, exactly)
    ? toIso(moment.getTime())
    : null
}

const clockOf = (text: string): string =>
  (text.includes(':') ? text : text.replace(/^(\d{2})(\d{2})/, '$1:$2:'))
    .replace(',', '.')
    .replace(/^\d:/, '0$&')

/** Expands two digits as RFC 2822, 4.3 does. */
const yearOf = (text: string): string =>
  text.length === 2 ? `${Number(text) < 50 ? '20' : '19'}${text}` : text

/** Returns the month in two digits, which no date has if the text is not a month. */
function monthOf(text: string): string {
  if (/^\d/.test(text)) return text
  return String(MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1).padStart(2, '0')
}

function fromEpoch(value: number): string | null {
  const ms = value < MAX_SECONDS ? Math.round(value * 1000) : value
  return ms >= MIN_SECONDS * 1000 && ms < MAX_SECONDS * 1000 ? toIso(ms) : null
}

const toIso = (ms: number): string | null => (ms >= MIN_MS && ms < END_MS ? new Date(ms).toISOString() : null)

/** Hours from UTC of the zone names in RFC 2822, and of others in use that mean one zone only. */
const ZONE_HOURS: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  SAST: 2,
  JST: 9,
  KST: 9,
  AEST: 10,
  AEDT: 11,
  AWST: 8,
  NZST: 12,
  NZDT: 13,
}
const OFFSET = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})?$/

/**
 * Returns how many minutes a zone is ahead of UTC, by its name or offset; null if it is unknown or means several
 * zones.
 */
function offsetOf(zone: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? []
  if (hours === undefined) {
    const named = ZONE_HOURS[zone.toUpperCase()]
    return named === undefined ? null : named * 60
  }
  const ahead = Number(hours) * 60 + Number(minutes)
  return Number(minutes) > 59 || ahead > 24 * 60 ? null : sign === '-' ? -ahead : ahead
}
