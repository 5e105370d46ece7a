import type { JsonValue } from './json'

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/
/** As in "Wed Jan 06 18:40:40 +0000 2021". */
const CLASSIC = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{2}) (\d{2}:\d{2}:\d{2}) ([+-]\d{4}) (\d{4})$/
const EPOCH = /^\d+(\.\d+)?$/
/** As seconds the year 5138, as milliseconds 1973: no post is that late, or that early. */
const MOST_SECONDS = 1e11
const MOST_MS = 1e14

/**
 * Reads an item's time as ISO 8601 in UTC, or null. Accepts ISO 8601 (UTC if no zone is named), the classic form, and
 * seconds or milliseconds since 1970. The form is "not shown" (section "Page").
 */
export function readTime(value: JsonValue | undefined): string | null {
  if (typeof value === 'number') return fromEpoch(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (EPOCH.test(text)) return fromEpoch(Number(text))
  const [, month, day, time, zone, year] = CLASSIC.exec(text) ?? []
  if (month) return toIso(Date.parse(`${day} ${month} ${year} ${time} ${zone}`))
  return fromIso(text)
}

function fromIso(text: string): string | null {
  const [, date, time = '00:00', zone = 'Z'] = ISO.exec(text) ?? []
  if (!date) return null
  return toIso(Date.parse(`${date}T${time}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`))
}

function fromEpoch(value: number): string | null {
  if (!(value > 0 && value < MOST_MS)) return null
  return toIso(value < MOST_SECONDS ? value * 1000 : value)
}

const toIso = (ms: number): string | null => (Number.isNaN(ms) ? null : new Date(ms).toISOString())
