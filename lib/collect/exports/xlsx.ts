import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import {
  EXPORT_COLUMNS,
  type ExportFacts,
  type ExportItem,
  type ExportRow,
  type LocalTimeFormatter,
  toExportRow,
} from './columns'

/** Maximum number of rows in a sheet. */
const MAX_ROWS = 1_048_576

const HEAD = [...EXPORT_COLUMNS, 'cut'] as const
const WIDTHS = [24, 26, 30, 24, 20, 24, 80, 40, 8, 8, 60, 24, 12]
const ABOUT_WIDTHS = [24, 80]

/** Options of a workbook: its facts, the zone of its times, and its date. */
export interface XlsxOptions {
  readonly about: ExportFacts
  readonly localTime: LocalTimeFormatter
  readonly at: Date
  /** Maximum number of rows of a sheet, including the column names: as many as a spreadsheet takes, fewer in tests. */
  readonly maxRows?: number
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
    yield* zip(itemParts(itemSource(items), options), options.at)
  } finally {
    await items.return(undefined)
  }
}

async function* itemParts(source: ItemSource, options: XlsxOptions): AsyncGenerator<ZipEntry> {
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
  { localTime, maxRows = MAX_ROWS }: XlsxOptions,
  written: Written,
): AsyncGenerator<string> {
  yield sheetHead(WIDTHS, true) + rowXml(1, HEAD, STYLE.head)
  for (let rows = 1; rows < maxRows; ) {
    const some = await source.take(maxRows - rows)
    if (some.length === 0) break
    const xml = some.map((item, at) => {
      const { cells, cut } = cellsOf(toExportRow(item, localTime))
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
  const cells = EXPORT_COLUMNS.map((column): CellValue => {
    const value = row[column]
    if (typeof value !== 'string') return value
    const fit = fitCell(value)
    if (fit !== value) cut.push(column)
    return fit
  })
  return { cells: [...cells, cut.length === 0 ? null : cut.join(' ')], cut: cut.length }
}

function aboutSheet(about: ExportFacts, { items, cut }: Written): string {
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
  /** Returns between one and `max` items; none when all are taken. */
  take(max: number): Promise<readonly ExportItem[]>
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
  const take = async (max: number) => {
    if (await isAtEnd()) return []
    const some = rest.slice(0, max)
    rest = rest.slice(max)
    return some
  }
  return { take, isAtEnd }
}

/** A file in an archive. */
export interface ZipEntry {
  readonly path: string
  readonly content: AsyncIterable<string>
}

/**
 * Writes an archive of files, one after another, each read only as fast as the archive is taken. A reader that stops
 * half-way closes what is open; if a file cannot be read, the archive breaks off.
 */
async function* zip(parts: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const taken = archive.outputStream.pipe(new PassThrough())
  archive.on('error', (error: Error) => taken.destroy(error))
  let open: Readable | undefined
  const feed = async () => {
    for await (const { path, content } of parts) {
      if (taken.destroyed) return
      open = Readable.from(content, { highWaterMark: 1 })
      archive.addReadStream(open, path, { mtime: at })
      await finished(open)
    }
    archive.end()
  }
  const feeding = feed().catch((error: Error) => taken.destroy(error))
  try {
    for await (const chunk of taken) yield chunk
  } finally {
    open?.destroy()
    await feeding
  }
}

/** First line of each part of a workbook. */
const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * Characters that XML cannot hold or would change (a carriage return becomes a line feed), and texts that a
 * spreadsheet would read as the escape of such a character. The closing `_` is not required, because the escape of the
 * next character may supply it.
 */
const SPECIAL = /[\p{Cc}\p{Cs}\ufffe\uffff&<>]|_(?=[xX][\dA-Fa-f]{4})/gu

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Control characters that XML accepts as they are. */
const LEGAL = /[\t\n\x7f-\x9f]/

const written = (char: string): string => {
  const entity = ENTITIES[char]
  if (entity !== undefined) return entity
  if (LEGAL.test(char)) return char
  return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

/** Escapes a text for a workbook's XML, so that a spreadsheet reads it back unchanged (ECMA-376, ST_Xstring). */
const xmlText = (text: string): string => text.replace(SPECIAL, written)

/** Maximum number of characters (UTF-16) in a spreadsheet's cell. */
const MAX_CHARACTERS = 32_767

/** Content of a cell; null leaves it empty. */
export type CellValue = string | number | boolean | null

/** Truncates a text to a cell's length, without half a character at its end. */
function fitCell(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(MAX_CHARACTERS - 1))
  return text.slice(0, isHalved ? MAX_CHARACTERS - 1 : MAX_CHARACTERS)
}

/** Writes a cell. Texts are written as texts, so that none is read as a formula, a number or a date. */
function cell(address: string, value: CellValue, style: number): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`
  const text = `<is><t xml:space="preserve">${xmlText(value)}</t></is>`
  return `<c r="${address}" s="${style}" t="inlineStr">${text}</c>`
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Writes a row by its number, from 1, with at most as many cells as the alphabet has letters. */
function rowXml(number: number, values: readonly CellValue[], style: number = STYLE.text): string {
  const cells = values.map((value, at) => cell(`${LETTERS.charAt(at)}${number}`, value, style))
  return `<row r="${number}">${cells.join('')}</row>`
}

/** Parts of a workbook besides its sheets (ECMA-376): the minimum that every spreadsheet accepts. */

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Index of a style in `STYLES`. */
const STYLE = { text: 1, head: 2 } as const

/** Styles: plain; text, which stays text when somebody edits the cell; and bold text. */
const STYLES =
  `${XML_HEAD}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`

const relations = (inner: string) =>
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`

const override = (part: string, type: string) =>
  `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`

/** Returns the path in the archive of the sheet with this number (from 1). */
const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** Returns all parts of a workbook with sheets of these names, except the sheets, by their path in the archive. */
function workbookParts(names: readonly string[]): readonly (readonly [path: string, xml: string])[] {
  const numbers = names.map((_, index) => index + 1)
  const sheets = names.map(
    (name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const links = numbers.map((number) =>
    relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`),
  )
  const types = numbers.map((number) => override(`worksheets/sheet${number}`, 'worksheet'))
  return [
    ['xl/styles.xml', STYLES],
    [
      'xl/workbook.xml',
      `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations(`${links.join('')}${relation('rIdS', 'styles', 'styles.xml')}`)],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `${override('workbook', 'sheet.main')}${override('styles', 'styles')}${types.join('')}</Types>`,
    ],
  ]
}

/** Writes what precedes a sheet's rows. If `frozen`, the row of column names stays visible. */
const sheetHead = (widths: readonly number[], frozen: boolean): string => {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const view = frozen
    ? `<sheetView workbookViewId="0">${pane}</sheetView>`
    : '<sheetView workbookViewId="0"/>'
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${XML_HEAD}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>`
  )
}

/** Markup that follows a sheet's rows. */
const SHEET_END = '</sheetData></worksheet>'

/** A small table as a sheet: column names, then rows of as many cells, at most 26. */
export interface TableSheet {
  readonly name: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly CellValue[])[]
}

const [FIRST_WIDTH, WIDTH] = [40, 20]

/** Writes tables as an Excel workbook, one sheet each. Texts stay texts, so none is read as a formula. */
export const writeWorkbook = (sheets: readonly TableSheet[], at: Date): AsyncGenerator<Uint8Array> =>
  zip(tableParts(sheets), at)

async function* tableParts(sheets: readonly TableSheet[]): AsyncGenerator<ZipEntry> {
  for (const [index, sheet] of sheets.entries())
    yield { path: sheetPath(index + 1), content: one(xmlOf(sheet)) }
  for (const [path, xml] of workbookParts(sheets.map(({ name }) => name))) yield { path, content: one(xml) }
}

function xmlOf({ head, rows }: TableSheet): string {
  const fitted = (cells: readonly CellValue[]) =>
    cells.map((cell) => (typeof cell === 'string' ? fitCell(cell) : cell))
  const widths = head.map((_, index) => (index === 0 ? FIRST_WIDTH : WIDTH))
  const lines = rows.map((cells, index) => rowXml(index + 2, fitted(cells)))
  return sheetHead(widths, true) + rowXml(1, fitted(head), STYLE.head) + lines.join('') + SHEET_END
}
