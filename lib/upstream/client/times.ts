import { readLocalTime, readTimeAs } from '@/lib/platform/calendar'
import type { JsonValue } from './json'
import { offsetOf } from './zones'

/** How a provider says that times are written. */
export interface TimeForm {
  /** In tokens such as "dd/MM/yyyy HH:mm"; null: the form is told by itself. */
  readonly timeFormat: string | null
  /** IANA name: whose local time it is where a time names no zone. */
  readonly timeZone: string
}

const BY_ITSELF: TimeForm = { timeFormat: null, timeZone: 'UTC' }

const CLOCK = String.raw`(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)`
const ZONE = String.raw`([A-Za-z]{1,5}|(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?)`
const WEEKDAY = '(?:[A-Z][a-z]{2,8},? +)?'
const MONTH = '([A-Z][a-z]{2,8})'
const end = String.raw`(?: \([^()]*\))?$`

/** Each form with the places of its date, time and zone: "Y" the year, "M" the month by number or name, … */
const FORMS: readonly (readonly [pattern: RegExp, parts: string])[] = [
  // ISO 8601, also with a space for the T, and without dashes.
  [new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:(?:T| +)${CLOCK} ?${ZONE}?)?${end}`), 'YMDtz'],
  [/^(\d{4})(\d{2})(\d{2})T(\d{6}(?:[.,]\d+)?)(Z|[+-]\d{2}(?::?\d{2})?)?$/, 'YMDtz'],
  [new RegExp(`^(\\d{4})/(\\d{2})/(\\d{2}) +${CLOCK} ?${ZONE}?$`), 'YMDtz'],
  // RFC 1123, 2822 and 850: "Wed, 06 Jan 2021 18:40:40 GMT", "6 Jan 2021 18:40 +0100", "Wednesday, 06-Jan-21 …".
  [new RegExp(`^${WEEKDAY}(\\d{1,2})[ -]${MONTH}[ -](\\d{4}|\\d{2}),? +${CLOCK} ?${ZONE}?${end}`), 'DMYtz'],
  // The classic form and asctime: "Wed Jan 06 18:40:40 +0000 2021", the zone may lack.
  [new RegExp(`^${WEEKDAY}${MONTH} +(\\d{1,2}) ${CLOCK} (?:${ZONE} )?(\\d{4})$`), 'MDtzY'],
  // As a program prints it: "Wed Jan 06 2021 18:40:40 GMT+0100 (CET)", "Jan 6, 2021 18:40".
  [new RegExp(`^${WEEKDAY}${MONTH} +(\\d{1,2}),? +(\\d{4})(?:,? +${CLOCK} ?${ZONE}?)?${end}`), 'MDYtz'],
]
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The usual form, which the general way takes twice as long for. */
const ISO_IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/
const EPOCH = /^\d+(\.\d+)?$/
/** As seconds the year 5138, as milliseconds 1973: no post is that late, or that early. */
const MOST_SECONDS = 1e11
const MOST_MS = 1e14
/** No form is longer; nothing more is looked at. */
const LONGEST = 80

/**
 * Reads an item's time as ISO 8601 in UTC, or null. Accepts the forms above with offsets and usual names of zones, and
 * seconds or milliseconds since 1970; or only the provider's form, if it names one. The form is "not shown" (section
 * "Page").
 */
export function readTime(value: JsonValue | undefined, form: TimeForm = BY_ITSELF): string | null {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string' || value.length > LONGEST) return null
  const text = value.trim()
  if (form.timeFormat !== null) return toIso(readTimeAs(text, form.timeFormat, form.timeZone))
  if (ISO_IN_UTC.test(text)) return toIso(Date.parse(text))
  if (EPOCH.test(text)) return fromEpoch(Number(text))
  for (const [pattern, parts] of FORMS) {
    const found = pattern.exec(text)
    if (found) return fromParts(new Map([...parts].map((part, at) => [part, found[at + 1]])), form.timeZone)
  }
  return null
}

function fromParts(parts: ReadonlyMap<string, string | undefined>, timeZone: string): string | null {
  const at = `${yearOf(parts.get('Y') ?? '')}-${monthOf(parts.get('M') ?? '')}-${(parts.get('D') ?? '').padStart(2, '0')}T${clockOf(parts.get('t') ?? '00:00')}`
  const zone = parts.get('z')
  // The library is slow, and most upstreams name a zone.
  if (zone === undefined && timeZone !== 'UTC') return toIso(readLocalTime(at, timeZone).getTime())
  const offset = zone === undefined ? 0 : offsetOf(zone)
  return offset === null ? null : toIso(Date.parse(`${at}Z`) - offset * 60_000)
}

const clockOf = (text: string): string =>
  (text.includes(':') ? text : text.replace(/^(\d{2})(\d{2})/, '$1:$2:'))
    .replace(',', '.')
    .replace(/^\d:/, '0$&')

/** Two digits as in RFC 2822, 4.3. */
const yearOf = (text: string): string =>
  text.length === 2 ? `${Number(text) < 50 ? '20' : '19'}${text}` : text

/** Two digits; none that a date could have if it is no month. */
function monthOf(text: string): string {
  if (/^\d/.test(text)) return text
  return String(MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1).padStart(2, '0')
}

function fromEpoch(value: number): string | null {
  if (!(value > 0 && value < MOST_MS)) return null
  return toIso(value < MOST_SECONDS ? value * 1000 : value)
}

const toIso = (ms: number): string | null => (Number.isNaN(ms) ? null : new Date(ms).toISOString())
