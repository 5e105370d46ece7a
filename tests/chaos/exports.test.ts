import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { migrate, openDb } from '@/lib/platform/db'
import { MAX_CHARACTERS, oddItem } from '@/tests/factories/odd-items'
import { storeRun } from '@/tests/factories/stored-run'
import { makeTeam } from '@/tests/factories/team'
import { bundled } from '@/tests/support/bundled'
import { QUICK_NODE } from '@/tests/support/quick-node'
import { asUtf8, csvRows, parquetTable, sheetRows } from '@/tests/support/read-exports'
import { type ExportsJob, type ExportsReport, exportsReport } from './exports-job'

/** `npm run test:long -- exports` sets 100,000. */
const MANY = Number(process.env.EXPORT_ITEMS ?? 2_000)
const FEW = MANY / 5
/** With fewer items, the memory that they hold disappears in its usual fluctuation. */
const IS_MEASURED = MANY >= 40_000
const GOAL = IS_MEASURED ? 'constant memory, and every' : 'every'
/** Three quarters of a kilobyte for each additional item; an item kept in memory takes more. */
const MAX_MORE_MEGABYTES = (60 * MANY) / 100_000
/** The heap size that Node itself would choose on a machine with 512 MB. */
const SMALL_HEAP = '--max-old-space-size=256'
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

type Format = ExportsJob['format']
type Cells = readonly unknown[]

let folder: string
let job: Omit<ExportsJob, 'format'>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-exports-'))
  const database = join(folder, 'purser.db')
  await migrate({ engine: 'sqlite', file: database }, 'prisma')
  const db = openDb({ engine: 'sqlite', file: database })
  const team = await makeTeam(db, systemClock)
  // Both runs are of one stream, so the items of the first are not new in the second.
  const runIds = [await storeRun(team, 'stream', FEW), await storeRun(team, 'stream', MANY)]
  await db.$disconnect()
  job = { database, folder, runIds, team: team.admin.team }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function exportAll(format: Format): Promise<ExportsReport> {
  const program = await bundled('tests/chaos/exports-child.ts')
  const child = spawn(
    process.execPath,
    [...QUICK_NODE, SMALL_HEAP, program, JSON.stringify({ ...job, format })],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`The process of the exports ended with ${code}:\n${complaints}`)
  return exportsReport.parse(JSON.parse(printed))
}

/** Exports the small run and then the large one. Returns the file of the large one. */
async function exported(format: Format): Promise<string> {
  const [few, many] = await exportAll(format)
  if (!few || !many) throw new Error('Nothing is reported')
  console.log(
    `${format}: ${MANY.toLocaleString('en')} items in ${many.seconds.toFixed(1)} s, ${many.megabytes.toFixed(1)} MB; ` +
      `peak memory ${few.peakMegabytes.toFixed(0)} MB with ${FEW.toLocaleString('en')} items, ` +
      `${many.peakMegabytes.toFixed(0)} MB with all; longest block ${many.longestBlockMs.toFixed(0)} ms`,
  )
  if (IS_MEASURED) expect(many.peakMegabytes - few.peakMegabytes).toBeLessThan(MAX_MORE_MEGABYTES)
  return many.file
}

/** Compares all rows with the expected items, and reports the first three that differ. */
async function compare(rows: AsyncIterable<Cells> | Iterable<Cells>, expected: (place: number) => Cells) {
  const differing: unknown[] = []
  let place = 0
  for await (const row of rows) {
    const wanted = expected(place)
    const isSame = row.length === wanted.length && row.every((cell, at) => Object.is(cell, wanted[at]))
    if (!isSame && differing.length < 3) differing.push({ place, row, wanted })
    place++
  }
  expect(differing).toEqual([])
  expect(place).toBe(MANY)
}

/** Returns an item's cells in the formats for spreadsheets, with `cell` applied to each text. */
const cellsOf = (place: number, cell: (text: string | null) => string | null) => {
  const { id, createdAt, author, text: words, link, isNew } = oddItem(place, place >= FEW)
  const { id: authorId, handle, name } = author
  return [
    ...[cell(id), createdAt, cell(authorId), cell(handle), cell(name), cell(words), cell(link), isNew],
    ...[false, null, 'ada'],
  ]
}

const LOCAL = /[+]0[12]:00$/

/** Returns a row without its column of local time, which must name the same moment as the UTC column. */
const withoutLocal = ([id, utc, local, ...rest]: Cells): Cells => {
  const isSame = utc ? new Date(String(local)).toISOString() === utc && LOCAL.test(String(local)) : !local
  return isSame ? [id, utc, ...rest] : ['no such time', local]
}

async function* after<T>(skipped: number, rows: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  let at = 0
  for await (const row of rows) if (at++ >= skipped) yield row
}

async function* withoutLocals(rows: AsyncIterable<Cells>): AsyncGenerator<Cells> {
  for await (const row of rows) yield withoutLocal(row)
}

test(`CSV: ${GOAL} cell comes back`, async () => {
  const file = await exported('csv')
  const cell = (value: string | null) =>
    value === null ? '' : `${FORMULA.test(value) ? "'" : ''}${value.toWellFormed()}`
  await compare(withoutLocals(after(1, csvRows(file))), (place) =>
    cellsOf(place, cell).map((value) => (value === null ? '' : String(value))),
  )
})

test(`XLSX: ${GOAL} cell comes back`, async () => {
  const workbook = await readFile(await exported('xlsx'))
  const cut = (value: string | null) => value?.slice(0, MAX_CHARACTERS - 1) || null
  await compare(withoutLocals(after(1, await sheetRows(workbook, 'Items'))), (place) => {
    const isLong = oddItem(place).text.length > MAX_CHARACTERS
    return [...cellsOf(place, cut), isLong ? 'text' : null]
  })
  expect(await sheetRows(workbook, 'About')).toContainEqual(['Search', 'Ada & <Bea> _x0041_'])
})

test(`JSONL: ${GOAL} field comes back`, async () => {
  async function* lines(file: string): AsyncGenerator<Cells> {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const {
        id,
        createdAt,
        author,
        text: words,
        link,
        isNew,
        isStarred,
        note,
        subject,
        place,
        raw,
      } = JSON.parse(line)
      yield [
        id,
        createdAt,
        author.id,
        author.handle,
        author.name,
        words,
        link,
        isNew,
        isStarred,
        note,
        subject,
        place,
        JSON.stringify(raw),
      ]
    }
  }
  await compare(lines(await exported('jsonl')), (place) => [
    ...cellsOf(place, (value) => value),
    place,
    JSON.stringify(oddItem(place).raw),
  ])
})

test(`Parquet: ${GOAL} value comes back`, async () => {
  const table = parquetTable(await readFile(await exported('parquet')))
  const rows = function* () {
    for (let at = 0; at < table.count; at++) {
      yield table.row(at).map((value) => (value instanceof Date ? value.toISOString() : value))
    }
  }
  await compare(rows(), (place) => [...cellsOf(place, asUtf8), JSON.stringify(oddItem(place).raw)])
  expect(table.metadata?.get('Time zone')).toBe('Europe/Berlin')
})
