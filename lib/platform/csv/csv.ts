import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import { nanoToText } from '@/lib/kernel'

/**
 * What a cell holds. A string is somebody's text: it is quoted, and made safe where a spreadsheet would take it for a
 * formula. A bigint is an amount in nano-units, written as a decimal number. `plain` is text that Purser made itself,
 * such as a time. Null is an empty cell.
 */
export type Cell = string | number | bigint | boolean | { readonly plain: string } | null

/**
 * What a spreadsheet would calculate: a sign of a formula at the beginning, also the full-width one, and after blanks,
 * line breaks or marks that nobody sees.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

/** A text that no spreadsheet takes for a formula. */
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

/** The line of names. The byte order mark before it tells spreadsheets that what follows is UTF-8. */
export const csvHead = (names: readonly string[]): string => `\ufeff${names.join(',')}\r\n`

/** Rows as lines (RFC 4180). */
export const csvLines = (rows: readonly (readonly Cell[])[]): string => stringify([...rows], FORMAT)
