import { z } from 'zod'
import { itemsViewInput } from '@/lib/collect/items'
import { getRun, walkRunItems } from '@/lib/collect/runs'
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type CsvCell, csvHeader, csvLines } from '@/lib/platform/csv'
import type { TeamCtx } from '@/lib/platform/db'
import {
  addMarksToItems,
  createLocalTimeFormatter,
  describeExport,
  EXPORT_COLUMNS,
  type ExportFacts,
  type ExportItem,
  type LocalTimeFormatter,
  toExportRow,
} from './columns'
import { writeParquet } from './parquet'
import { writeXlsx } from './xlsx'

interface Making {
  readonly items: AsyncGenerator<ExportItem[]>
  readonly about: ExportFacts
  readonly localTime: LocalTimeFormatter
  readonly at: Date
}

const WRITERS: Readonly<Record<ExportFormat, (making: Making) => ExportFile['chunks']>> = {
  csv: writeCsv,
  xlsx: ({ items, ...options }) => writeXlsx(items, options),
  jsonl: writeJsonLines,
  parquet: ({ items, about }) => writeParquet(items, about),
}

/**
 * Exports the items of a run as a file: exactly those of the view, in its order, for members who may see the run. CSV
 * and XLSX hold the fields that all upstreams share and the team's marks, with times in UTC and in the team's zone.
 * JSONL has an object per line and Parquet typed columns, both with everything that the upstream sent as `raw`. The
 * file's name states the zone and the filters. Throws `not_found`.
 */
export async function exportRun(ctx: TeamCtx, { runId, format, ...view }: ExportInput): Promise<ExportFile> {
  const run = await getRun(ctx, runId)
  const items = addMarksToItems(ctx, run, await walkRunItems(ctx, runId, view))
  const { timeZone } = ctx.team
  const parts = [
    run.searchName,
    run.startedAt.toISOString().slice(0, 10),
    view.sort === 'bought' ? '' : view.sort,
    view.only === 'all' ? '' : `${view.only} only`,
    view.text && `find ${view.text}`,
    timeZone,
  ]
  const at = ctx.clock.now()
  await appendAuditEntry(ctx.db, ctx, {
    action: 'run.export',
    subjectId: runId,
    subjectName: run.searchName,
    detail: { format, ...view },
  })
  return {
    name: `${parts.filter(Boolean).map(fileSafe).join('-')}.${format}`,
    contentType: EXPORT_FORMATS[format].contentType,
    chunks: WRITERS[format]({
      items,
      at,
      about: describeExport(run, view, timeZone, at),
      localTime: createLocalTimeFormatter(timeZone),
    }),
  }
}

async function* writeCsv({ items, localTime }: Making): AsyncGenerator<string> {
  yield itemsCsvHeader()
  for await (const some of items) yield itemsCsvLines(some, localTime)
}

async function* writeJsonLines({ items }: Making): AsyncGenerator<string> {
  for await (const some of items) yield some.map(jsonLine).join('')
}

/** Escapes what some readers of lines take for the end of one, such as Node's readline. */
const jsonLine = ({ place, isNew, isStarred, note, ...item }: ExportItem): string =>
  `${JSON.stringify({ ...item, isNew, isStarred, note, place })
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')}\n`

/** Keeps only characters that every file system accepts and that cannot end a header. */
const fileSafe = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)

/** Input of an export: the run, the view of its items, and the file format. */
export const exportInput = itemsViewInput.extend({ runId: z.uuid(), format: z.enum(EXPORT_FORMAT_NAMES) })
export type ExportInput = z.output<typeof exportInput>

/** A file that is written as it is read, so that its items are never all in memory. */
export interface ExportFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncGenerator<string | Uint8Array>
}

type CsvItem = Omit<ExportItem, 'raw'>

export const itemsCsvHeader = (): string => csvHeader(EXPORT_COLUMNS)

/** Writes items as lines. `localTime` writes a moment in the team's time zone. */
export const itemsCsvLines = (items: readonly CsvItem[], localTime: LocalTimeFormatter): string =>
  csvLines(items.map((item) => cellsOf(item, localTime)))

function cellsOf(item: CsvItem, localTime: LocalTimeFormatter): CsvCell[] {
  const row = toExportRow(item, localTime)
  return EXPORT_COLUMNS.map((column) => {
    const value = row[column]
    return typeof value === 'string' && column.startsWith('time') ? { plain: value } : value
  })
}
