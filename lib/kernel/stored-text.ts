import { asWritten } from './format'
import { formatDay, formatMoment } from './format-time'

/** Names stand in quotes, and stay as they are. */
const QUOTED = /(“[^”]*”)/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** "26 Nov 2026, 12:35" or "26 Nov 2026"; or a figure with a mark in it, such as "4,912.5", which is no part of an address. */
const WRITTEN = new RegExp(
  `\\b(\\d{1,2}) (${MONTHS.join('|')}) (\\d{4})(?:, (\\d\\d):(\\d\\d))?\\b` +
    '|(?<![\\w.,:/-])(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+\\.\\d+)(?![\\w:/-]|[.,]\\d)',
  'g',
)

/** A stored text, whose figures and dates are in plain English conventions, as the person writes them who reads it now. */
export function asReadHere(text: string): string {
  return text
    .split(QUOTED)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(WRITTEN, rewritten)))
    .join('')
}

function rewritten(
  found: string,
  day?: string,
  month = '',
  year?: string,
  hour?: string,
  minute?: string,
): string {
  if (day === undefined) return asWritten(found)
  const parts = [
    Number(year),
    MONTHS.indexOf(month),
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
  ] as const
  const at = new Date(Date.UTC(...parts))
  return hour === undefined ? formatDay(at, 'UTC') : formatMoment(at, 'UTC')
}
