import { createReadStream } from 'node:fs'
import { type Column, tableFromIPC } from '@uwdata/flechette'
import { parse } from 'csv-parse'
import { readParquet } from 'parquet-wasm'
import { readSheet } from 'read-excel-file/node'

/** Reads exported files, each with a library other than the one that wrote it. */

/** Returns the lines of a CSV file, column names first. */
export const csvRows = (file: string): AsyncIterable<string[]> =>
  createReadStream(file).pipe(parse({ bom: true }))

/** Returns the rows of a workbook's sheet. The library drops empty texts. */
export const sheetRows = (workbook: Buffer, sheet: string) => readSheet(workbook, sheet, { trim: false })

/**
 * Returns a text as it comes back from UTF-8, which has no half characters, through a decoder that drops a byte-order
 * mark.
 */
export const asUtf8 = (text: string | null): string | null =>
  text?.toWellFormed().replace(/^\ufeff/, '') ?? null

/** Reads a Parquet file with Apache's own implementation (in Rust). */
export function parquetTable(file: Uint8Array) {
  const table = tableFromIPC(readParquet(file).intoIPCStream(), { useDate: true })
  const names = table.schema.fields.map(({ name }) => name)
  const columns = names.map((name): Column<unknown> => table.getChild(name))
  return {
    count: table.numRows,
    names,
    fields: table.schema.fields,
    metadata: table.schema.metadata,
    row: (at: number) => columns.map((column) => column.at(at)),
  }
}
