import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExportItem } from '@/lib/collect/exports/columns'
import { writeParquet } from '@/lib/collect/exports/parquet'
import { LONG_TEXT, ODD_TEXTS, oddExportItem, someAtATime } from '@/tests/factories/odd-items'
import { parquetTable, asUtf8 as utf8 } from '@/tests/support/read-exports'

const ABOUT = [
  ['Search', 'Ada & Bea 👩'],
  ['Time zone', 'Europe/Berlin'],
] as const

async function table(items: readonly ExportItem[]) {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeParquet(someAtATime(items), ABOUT)) chunks.push(chunk)
  const file = Buffer.concat(chunks)
  return { ...parquetTable(file), file, chunks: chunks.length }
}

test('another library reads back every value, typed', async () => {
  const items = Array.from({ length: 2500 }, (_, place) => ({
    ...oddExportItem(place, place % 2 === 0),
    subject: `user ${place}`,
  }))
  const read = await table([...items, { ...oddExportItem(0), text: LONG_TEXT }])
  expect(read.count).toBe(2501)
  expect(read.chunks).toBe(4)
  expect(read.names.join(' ')).toBe(
    'id time_utc author_id author_handle author_name text link new starred note subject raw',
  )
  for (const [
    at,
    { id, createdAt, author, text, link, isNew, isStarred, note, subject, raw },
  ] of items.entries()) {
    const json = read.row(at).at(-1)
    expect(read.row(at)).toEqual([
      id,
      createdAt === null ? null : new Date(createdAt),
      utf8(author.id),
      utf8(author.handle),
      utf8(author.name),
      utf8(text),
      link,
      isNew,
      isStarred,
      utf8(note),
      subject,
      json,
    ])
    expect(JSON.parse(String(json))).toEqual(raw)
  }
  expect(read.row(2500)[5]).toBe(LONG_TEXT)
  expect(read.fields.map(({ nullable }) => nullable)).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    true,
    true,
    false,
    true,
    true,
    true,
  ])
  expect(read.fields[1]?.type).toMatchObject({ unit: 1, timezone: 'UTC' })
  expect([...(read.metadata ?? [])]).toEqual(ABOUT)
})

test('any text is preserved', async () => {
  const text = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary' }))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 40 }), async (texts) => {
      const read = await table(texts.map((each, place) => ({ ...oddExportItem(place), text: each })))
      expect(texts.map((_, at) => read.row(at)[5])).toEqual(texts.map(utf8))
    }),
    { numRuns: 60 },
  )
})

test('a view without items is a table without rows, and an invalid time is null', async () => {
  expect((await table([])).count).toBe(0)
  expect((await table([{ ...oddExportItem(1), createdAt: 'someday' }])).row(0)[1]).toBeNull()
})

test('a byte order mark at the start of a text is kept, though readers in JavaScript drop it', async () => {
  const { file } = await table([{ ...oddExportItem(1), text: '\ufeffmarked' }])
  expect(file.includes('\ufeffmarked')).toBe(true)
})

test('long items are written before many of them accumulate', async () => {
  const text = 'x'.repeat(1_000_000)
  const read = await table(Array.from({ length: 8 }, (_, place) => ({ ...oddExportItem(place), text })))
  expect(read.chunks).toBeGreaterThan(2)
  expect(read.count).toBe(8)
})
