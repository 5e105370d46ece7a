import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExportItem } from '@/lib/collect/exports/columns'
import { itemsCsvHeader, itemsCsvLines } from '@/lib/collect/exports/export-run'

const item: Omit<ExportItem, 'raw'> = {
  id: '99999999999999999999',
  text: 'plain',
  author: { id: '18446744073709551615', handle: 'ada', name: 'Ada' },
  createdAt: '2026-01-02T03:04:05.000Z',
  link: 'https://example.test/1',
  place: 0,
  isNew: true,
  isStarred: false,
  note: null,
}
const utc = (at: Date) => at.toISOString()

/** Parsed by another library, as a spreadsheet imports it. */
const read = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true })
const written = (items: readonly (typeof item)[]) => itemsCsvHeader() + itemsCsvLines(items, utc)

test('another library reads back every cell: long ids, quotes, line breaks, right-to-left, emoji', () => {
  const texts = [
    '"quoted", with commas',
    'two\nlines\r\nthree',
    'مرحبا بالعالم',
    '👩‍👩‍👧 🏳️‍🌈',
    ' padded ',
    '',
  ]
  const rows = read(written(texts.map((text) => ({ ...item, text }))))
  expect(rows.map(({ text }) => text)).toEqual(texts)
  for (const row of rows) {
    expect(row).toMatchObject({
      id: item.id,
      author_id: item.author.id,
      time_utc: item.createdAt,
      new: 'true',
    })
  }
})

test('a text that a spreadsheet would take for a formula is marked as text; nothing else is changed', () => {
  for (const text of ['=1+1', '+1', '-2', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠A']) {
    expect(read(written([{ ...item, text }]))[0]?.text).toBe(`'${text}`)
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const cell = read(written([{ ...item, text }]))[0]?.text
      expect(cell).toBe(/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)
    }),
  )
})

test('a star is true or false, a note is text, and for a first run the column of new items is empty', () => {
  const [first, second] = read(
    written([
      { ...item, isStarred: true, note: '=A1 and\nB' },
      { ...item, isNew: null },
    ]),
  )
  expect(first).toMatchObject({ new: 'true', starred: 'true', note: "'=A1 and\nB" })
  expect(second).toMatchObject({ new: '', starred: 'false', note: '' })
})

test('a missing value is an empty cell', () => {
  const bare = { ...item, author: { id: null, handle: null, name: null }, createdAt: null, link: null }
  expect(read(written([bare]))[0]).toMatchObject({ author_name: '', time: '', time_utc: '', link: '' })
})
