import { type CellValue, fitCell, rowXml } from './xlsx-cells'
import { SHEET_END, STYLE, sheetHead, sheetPath, workbookParts } from './xlsx-parts'
import { type ZipPart, zip } from './zip'

/** A small table as a sheet: column names, then rows of as many cells, at most 26. */
export interface TableSheet {
  readonly name: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly CellValue[])[]
}

const [FIRST_WIDTH, WIDTH] = [40, 20]

/** Writes tables as an Excel workbook, one sheet each. Texts stay texts, so none is read as a formula. */
export const writeTables = (sheets: readonly TableSheet[], at: Date): AsyncGenerator<Uint8Array> =>
  zip(partsOf(sheets), at)

async function* partsOf(sheets: readonly TableSheet[]): AsyncGenerator<ZipPart> {
  for (const [place, sheet] of sheets.entries())
    yield { path: sheetPath(place + 1), content: one(xmlOf(sheet)) }
  for (const [path, xml] of workbookParts(sheets.map(({ name }) => name))) yield { path, content: one(xml) }
}

function xmlOf({ head, rows }: TableSheet): string {
  const fitted = (cells: readonly CellValue[]) =>
    cells.map((cell) => (typeof cell === 'string' ? fitCell(cell) : cell))
  const widths = head.map((_, place) => (place === 0 ? FIRST_WIDTH : WIDTH))
  const lines = rows.map((cells, place) => rowXml(place + 2, fitted(cells)))
  return sheetHead(widths, true) + rowXml(1, fitted(head), STYLE.head) + lines.join('') + SHEET_END
}

async function* one(xml: string): AsyncGenerator<string> {
  yield xml
}
