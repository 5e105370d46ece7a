import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import { nanoToText } from '@/lib/kernel'

/**
 * Content of a cell. A string is somebody's text: it is quoted, and made safe if a spreadsheet would read it as a
 * formula. A bigint is an amount in nano-units, written as a decimal number. `plain` is text that Purser made itself,
 * such as a time. Null is an empty cell.
 */
export type CsvCell = string | number | bigint | boolean | { readonly plain: string } | null

/**
 * Texts that a spreadsheet would calculate: with a formula's sign at the beginning, full-width signs included, or
 * after spaces, line breaks or invisible marks.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** Prefixes a text that a spreadsheet would read as a formula. */
const unformed = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const FORMAT: Options = {
  record_delimiter: '\r\n',
  quoted_string: true,
  cast: {
    string: unformed,
    bigint: nanoToText,
    boolean: String,
    object: ({ plain }) => String(plain),
  },
}

/** Writes the header line. Its byte-order mark tells spreadsheets that the file is UTF-8. */
export const csvHeader = (names: readonly string[]): string => `\ufeff${names.join(',')}\r\n`

/** Writes rows as lines (RFC 4180). */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string => stringify([...rows], FORMAT)
