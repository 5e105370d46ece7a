import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nanoToText, parseNano } from '@/lib/kernel'
import { type CsvCell, csvHeader, csvLines } from '@/lib/platform/csv'

/** Parsed by another library, as a spreadsheet imports it. */
const read = (text: string): string[][] => parse(text, { bom: true })
const readRows = (rows: readonly (readonly CsvCell[])[]): string[][] =>
  read(csvHeader(rows[0]?.map((_, at) => `c${at}`) ?? ['c0']) + csvLines(rows)).slice(1)

/**
 * Returns whether a spreadsheet may skip a leading character: blanks, line breaks, control and invisible
 * characters.
 */
const dropped = (sign: string) => /^[\s\p{Cc}\p{Cf}\p{Z}]$/u.test(sign)
const SIGNS = new Set('=+-@＝＋－＠')
const escaped = (text: string) => {
  const signs = [...text]
  const first = signs.find((sign) => !dropped(sign))
  return SIGNS.has(first ?? '') || /^[\t\r\n]/.test(text) ? `'${text}` : text
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '"',
      ',',
      "'",
      ';',
      'a',
      '1',
      '＝',
      '＠',
      ' ',
      '\u00a0',
      '\ufeff',
      '\u200b',
      '\0',
    ),
  }),
)

test('every text is preserved; only one that a spreadsheet would take for a formula gets an apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, anyText, anyText), { minLength: 1, maxLength: 20 }), (rows) => {
      expect(readRows(rows)).toEqual(rows.map((row) => row.map(escaped)))
    }),
  )
})

test.each([
  '\n=1+1',
  '\r\n=1+1',
  ' =1+1',
  '\u00a0=1',
  '\ufeff=1',
  '\u200b@SUM(A1)',
  '\t＝1+1',
  '＋1',
  '－1',
  '＠1',
  '\0=1',
])('the formula %j is written as text', (text) => {
  expect(readRows([[text]])).toEqual([[`'${text}`]])
})

test('amounts, numbers, booleans and times are written unchanged, even below zero', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.integer(),
      fc.boolean(),
      (nano, count, truth) => {
        const line = csvLines([[nano, count, truth, { plain: '2026-01-02T03:04:05.000Z' }, null]])
        expect(line).toBe(`${nanoToText(nano)},${count},${truth},2026-01-02T03:04:05.000Z,\r\n`)
        expect(parseNano(read(line)[0]?.[0] ?? '')).toBe(nano)
      },
    ),
  )
})

test('a text that looks like a number is quoted, so that it stays text', () => {
  expect(csvLines([['18446744073709551615', '007', '-5', '']])).toBe(
    `"18446744073709551615","007","'-5",""\r\n`,
  )
})

test('a file begins with the byte order mark, and without rows there are no lines', () => {
  expect(csvHeader(['id', 'text'])).toBe('\ufeffid,text\r\n')
  expect(csvLines([])).toBe('')
})
