import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createLocalTimeFormatter, type ExportItem } from '@/lib/collect/exports/columns'
import { writeXlsx, type XlsxOptions } from '@/lib/collect/exports/xlsx'
import { LONG_TEXT, ODD_TEXTS, oddExportItem, someAtATime } from '@/tests/factories/odd-items'
import { sheetRows } from '@/tests/support/read-exports'

const OPTIONS: XlsxOptions = {
  about: [
    ['Search', '=Ada & <Bea>'],
    ['Find in these items', ''],
  ],
  localTime: createLocalTimeFormatter('Europe/Berlin'),
  at: new Date('2026-01-02T03:04:05.000Z'),
}

const withText = (text: string, place: number): ExportItem => ({ ...oddExportItem(place), text })

async function write(items: readonly ExportItem[], over: Partial<XlsxOptions> = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeXlsx(someAtATime(items, 3), { ...OPTIONS, ...over })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Returns the texts of a workbook's column, in order. */
async function textsOf(workbook: Buffer, sheet = 'Items') {
  const [head = [], ...rows] = await sheetRows(workbook, sheet)
  return rows.map((row) => row[head.indexOf('text')])
}

test('another library reads back every cell: long ids, formulas, escapes, all kinds of letters', async () => {
  const items = Array.from({ length: 200 }, (_, place) => ({
    ...oddExportItem(place, place % 2 === 0),
    subject: `user ${place}`,
  }))
  const [head, ...rows] = await sheetRows(await write(items), 'Items')
  expect(head).toEqual(
    'id time_utc time author_id author_handle author_name text link new starred note subject cut'.split(' '),
  )
  const or = (text: string | null) => text || null
  expect(rows).toEqual(
    items.map(({ id, createdAt, author, text, link, isNew, isStarred, note, subject }) => [
      id,
      createdAt,
      createdAt && OPTIONS.localTime(new Date(createdAt)),
      or(author.id),
      or(author.handle),
      or(author.name),
      or(text),
      link,
      isNew,
      isStarred,
      note,
      subject,
      null,
    ]),
  )
})

test('any text is preserved', async () => {
  const parts = [...ODD_TEXTS, '_', 'x000D', '_x', '00', 'A_', '\r', '\n', '\u0000']
  const text = fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((some) => some.join('')),
    fc.string({ unit: 'binary' }),
    fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 40 }), async (texts) => {
      expect(await textsOf(await write(texts.map(withText)))).toEqual(texts.map((each) => each || null))
    }),
    { numRuns: 60 },
  )
})

test('an empty text is a cell, and a missing value is none', async () => {
  const item = { ...oddExportItem(0), text: '', link: null, author: { id: null, handle: null, name: null } }
  const sheet = strFromU8(unzipSync(await write([item]))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain('<c r="G2" s="1" t="inlineStr"><is><t xml:space="preserve"></t></is></c>')
  expect(sheet).not.toMatch(/r="[DEFH]2"/)
  expect(sheet).toContain('ySplit="1"')
})

test('a text longer than a cell is cut between characters, and the workbook says so', async () => {
  const workbook = await write([withText(LONG_TEXT, 1), withText('x'.repeat(32_767), 2)])
  const [, long, whole] = await sheetRows(workbook, 'Items')
  expect(long?.[6]).toBe('x'.repeat(32_766))
  expect(long?.[12]).toBe('text')
  expect(whole?.[6]).toBe('x'.repeat(32_767))
  expect(whole?.[12]).toBeNull()
  expect(await sheetRows(workbook, 'About')).toContainEqual(['Texts cut', 1])
})

test('rows that exceed a sheet continue on another, and none is lost', async () => {
  for (const [count, sheets] of [
    [0, ['Items']],
    [9, ['Items']],
    [10, ['Items', 'Items 2']],
    [25, ['Items', 'Items 2', 'Items 3']],
  ] as const) {
    const items = Array.from({ length: count }, (_, place) => withText(`text ${place}`, place))
    const workbook = await write(items, { maxRows: 10 })
    const texts: unknown[] = []
    for (const sheet of sheets) texts.push(...(await textsOf(workbook, sheet)))
    expect(texts).toEqual(items.map(({ text }) => text))
    await expect(sheetRows(workbook, `Items ${sheets.length + 1}`)).rejects.toThrow()
    expect(await sheetRows(workbook, 'About')).toContainEqual(['Items', count])
  }
})

test('the workbook describes itself', async () => {
  const about = await sheetRows(await write([oddExportItem(0)]), 'About')
  expect(about.slice(0, 2)).toEqual([
    ['Search', '=Ada & <Bea>'],
    ['Find in these items', null],
  ])
})

test('a reader who stops half-way leaves nothing open, and an unreadable item breaks the file off', async () => {
  let closed = 0
  async function* endless(): AsyncGenerator<ExportItem[]> {
    try {
      for (let place = 0; ; place++) {
        const text = `${place * 7919} `.repeat(500)
        yield Array.from({ length: 50 }, () => withText(text, place))
      }
    } finally {
      closed++
    }
  }
  const chunks = writeXlsx(endless(), OPTIONS)
  for (let taken = 0; taken < 3; taken++) await chunks.next()
  await chunks.return(undefined)
  expect(closed).toBe(1)

  async function* failing(): AsyncGenerator<ExportItem[]> {
    yield [oddExportItem(0)]
    throw new Error('The database is gone')
  }
  const read = async () => {
    for await (const chunk of writeXlsx(failing(), OPTIONS)) expect(chunk.length).toBeGreaterThan(0)
  }
  await expect(read()).rejects.toThrow('The database is gone')
})
