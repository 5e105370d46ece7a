import type { ItemView } from '@/lib/items'

const CSV_COLUMNS = [
  'id',
  'time_utc',
  'time',
  'author_id',
  'author_handle',
  'author_name',
  'text',
  'link',
  'new',
] as const

/** A spreadsheet would take such a text for a formula; a leading apostrophe makes it a text again. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell of text: safe from being a formula, and quoted, so that commas, quotes and line breaks stay in it. */
const textCell = (text: string | null): string => {
  if (text === null) return ''
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The byte order mark tells spreadsheets that what follows is UTF-8. */
export const csvHead = (): string => `\ufeff${CSV_COLUMNS.join(',')}\r\n`

/** One item as a line (RFC 4180). `localTime` writes a moment in the team's time zone. */
export function csvLine(item: ItemView, localTime: (at: Date) => string): string {
  const { id, createdAt, author, text, link, isNew } = item
  const cells = [
    textCell(id),
    createdAt ?? '',
    createdAt === null ? '' : localTime(new Date(createdAt)),
    textCell(author.id),
    textCell(author.handle),
    textCell(author.name),
    textCell(text),
    textCell(link),
    String(isNew),
  ]
  return `${cells.join(',')}\r\n`
}
