import type { ItemView } from '@/lib/collect/items'
import { COLUMNS, type ExportRow, type LocalTime, rowOf } from './columns'

/** A spreadsheet would take such a text for a formula; a leading apostrophe makes it a text again. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell of text: safe from being a formula, and quoted, so that commas, quotes and line breaks stay in it. */
const textCell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Times are written by Purser itself: they need no quotes. */
const cellOf = (row: ExportRow, column: keyof ExportRow): string => {
  const value = row[column]
  if (value === null) return ''
  return typeof value === 'boolean' || column.startsWith('time') ? String(value) : textCell(value)
}

/** The byte order mark tells spreadsheets that what follows is UTF-8. */
export const csvHead = (): string => `\ufeff${COLUMNS.join(',')}\r\n`

/** One item as a line (RFC 4180). `localTime` writes a moment in the team's time zone. */
export function csvLine(item: ItemView, localTime: LocalTime): string {
  const row = rowOf(item, localTime)
  return `${COLUMNS.map((column) => cellOf(row, column)).join(',')}\r\n`
}
