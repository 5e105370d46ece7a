import type { About } from './about'
import { COLUMNS, type ExportRow, type LocalTime, rowOf } from './columns'
import type { ExportItem } from './marked-items'
import { type CellValue, fitCell, MAX_CHARACTERS, rowXml } from './xlsx-cells'
import { SHEET_END, STYLE, sheetHead, sheetPath, workbookParts } from './xlsx-parts'
import { type ZipPart, zip } from './zip'

/** Maximum number of rows in a sheet. */
const MAX_ROWS = 1_048_576

const HEAD = [...COLUMNS, 'cut'] as const
const WIDTHS = [24, 26, 30, 24, 20, 24, 80, 40, 8, 8, 60, 12]
const ABOUT_WIDTHS = [24, 80]

/** Options of a workbook: its facts, the zone of its times, and its date. */
export interface XlsxOptions {
  readonly about: About
  readonly localTime: LocalTime
  readonly at: Date
  /** Maximum number of rows of a sheet, including the column names: as many as a spreadsheet takes, fewer in tests. */
  readonly mostRows?: number
}

/** Counts of what was written, for the workbook to state. */
interface Written {
  items: number
  cut: number
}

/**
 * Writes items as an Excel workbook while they are read. When a sheet is full, another follows. A text longer than a
 * cell allows is truncated and named in the column `cut`. The last sheet says what the workbook holds, and how many
 * texts were truncated.
 */
export async function* writeXlsx(
  items: AsyncGenerator<ExportItem[]>,
  options: XlsxOptions,
): AsyncGenerator<Uint8Array> {
  try {
    yield* zip(partsOf(itemSource(items), options), options.at)
  } finally {
    await items.return(undefined)
  }
}

async function* partsOf(source: ItemSource, options: XlsxOptions): AsyncGenerator<ZipPart> {
  const written: Written = { items: 0, cut: 0 }
  const names: string[] = []
  do {
    names.push(names.length === 0 ? 'Items' : `Items ${names.length + 1}`)
    yield { path: sheetPath(names.length), content: itemSheet(source, options, written) }
  } while (!(await source.isAtEnd()))
  names.push('About')
  yield { path: sheetPath(names.length), content: one(aboutSheet(options.about, written)) }
  for (const [path, xml] of workbookParts(names)) yield { path, content: one(xml) }
}

async function* itemSheet(
  source: ItemSource,
  { localTime, mostRows = MAX_ROWS }: XlsxOptions,
  written: Written,
): AsyncGenerator<string> {
  yield sheetHead(WIDTHS, true) + rowXml(1, HEAD, STYLE.head)
  for (let rows = 1; rows < mostRows; ) {
    const some = await source.take(mostRows - rows)
    if (some.length === 0) break
    const xml = some.map((item, at) => {
      const { cells, cut } = cellsOf(rowOf(item, localTime))
      written.cut += cut
      return rowXml(rows + at + 1, cells)
    })
    rows += some.length
    written.items += some.length
    yield xml.join('')
  }
  yield SHEET_END
}

/** Returns a row's cells, ending with the names of the truncated ones. */
function cellsOf(row: ExportRow): { readonly cells: readonly CellValue[]; readonly cut: number } {
  const cut: string[] = []
  const cells = COLUMNS.map((column): CellValue => {
    const value = row[column]
    if (typeof value !== 'string') return value
    const fit = fitCell(value)
    if (fit !== value) cut.push(column)
    return fit
  })
  return { cells: [...cells, cut.length === 0 ? null : cut.join(' ')], cut: cut.length }
}

function aboutSheet(about: About, { items, cut }: Written): string {
  const lines: readonly (readonly CellValue[])[] = [
    ...about.map(([label, value]) => [label, fitCell(value)]),
    ['Items', items],
    ['Texts cut', cut],
    [
      'Of texts cut',
      `A spreadsheet takes ${MAX_CHARACTERS.toLocaleString('en')} characters in a cell. The column “cut” names ` +
        'those of a row that were longer; CSV, JSONL and Parquet hold them whole.',
    ],
  ]
  const rows = lines.map((values, at) => rowXml(at + 1, values))
  return sheetHead(ABOUT_WIDTHS, false) + rows.join('') + SHEET_END
}

async function* one(xml: string): AsyncGenerator<string> {
  yield xml
}

/** Items in portions whose size the reader chooses. */
interface ItemSource {
  /** Returns between one and `most` items; none when all are taken. */
  take(most: number): Promise<readonly ExportItem[]>
  isAtEnd(): Promise<boolean>
}

/** Takes items as they arrive, and keeps what one reader leaves for the next. */
function itemSource(items: AsyncGenerator<ExportItem[]>): ItemSource {
  let rest: readonly ExportItem[] = []
  const isAtEnd = async () => {
    while (rest.length === 0) {
      const { value, done } = await items.next()
      if (done) return true
      rest = value
    }
    return false
  }
  const take = async (most: number) => {
    if (await isAtEnd()) return []
    const some = rest.slice(0, most)
    rest = rest.slice(most)
    return some
  }
  return { take, isAtEnd }
}
