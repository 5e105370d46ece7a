import { formatDay, formatMoment, localiseNumber } from './format'

/** Quoted names, which stay as they are. */
const QUOTED = /(“[^”]*”)/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/**
 * "26 Nov 2026, 12:35" or "26 Nov 2026"; or a figure with a separator, such as "4,912.5", that is not part of an
 * address.
 */
const WRITTEN = new RegExp(
  `\\b(\\d{1,2}) (${MONTHS.join('|')}) (\\d{4})(?:, (\\d\\d):(\\d\\d))?\\b` +
    '|(?<![\\w.,:/-])(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+\\.\\d+)(?![\\w:/-]|[.,]\\d)',
  'g',
)

/**
 * Rewrites the figures and dates of a stored text, which are in plain English conventions, in those of its present
 * reader.
 */
export function localiseStoredText(text: string): string {
  return text
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(WRITTEN, rewritten)))
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
  if (day === undefined) return localiseNumber(found)
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
