import type { RawItem } from '@/lib/collect/items'
import { getRun, walkRunItems } from '@/lib/collect/runs'
import type { TeamCtx } from '@/lib/platform/db'
import { type About, aboutOf } from './about'
import { type LocalTime, localTimeOf } from './columns'
import { itemsCsvHead, itemsCsvLines } from './csv'
import { writeParquet } from './parquet'
import type { ExportFile, ExportFormat, ExportInput } from './schemas'
import { writeXlsx } from './xlsx'

interface Making {
  readonly items: AsyncGenerator<RawItem[]>
  readonly about: About
  readonly localTime: LocalTime
  readonly at: Date
}

interface Format {
  readonly contentType: string
  write(making: Making): ExportFile['chunks']
}

const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: { contentType: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: ({ items, ...options }) => writeXlsx(items, options),
  },
  jsonl: { contentType: 'application/x-ndjson; charset=utf-8', write: writeJsonLines },
  parquet: {
    contentType: 'application/vnd.apache.parquet',
    write: ({ items, about }) => writeParquet(items, about),
  },
}

/**
 * The items of a run as a file, exactly those of the view and in its order, for members who may see the run. CSV and
 * XLSX hold the fields that all upstreams share, with times in UTC and in the team's zone. JSONL has an object a line
 * and Parquet typed columns, both with everything that the upstream sent as `raw`. The file's name states the zone and
 * the filters. Throws `not_found`.
 */
export async function exportRun(ctx: TeamCtx, { runId, format, ...view }: ExportInput): Promise<ExportFile> {
  const run = await getRun(ctx, runId)
  const items = await walkRunItems(ctx, runId, view)
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
  const { contentType, write } = FORMATS[format]
  return {
    name: `${parts.filter(Boolean).map(fileSafe).join('-')}.${format}`,
    contentType,
    chunks: write({ items, at, about: aboutOf(run, view, timeZone, at), localTime: localTimeOf(timeZone) }),
  }
}

async function* writeCsv({ items, localTime }: Making): AsyncGenerator<string> {
  yield itemsCsvHead()
  for await (const some of items) yield itemsCsvLines(some, localTime)
}

async function* writeJsonLines({ items }: Making): AsyncGenerator<string> {
  for await (const some of items) yield some.map(jsonLine).join('')
}

const jsonLine = ({ place, isNew, ...item }: RawItem): string =>
  `${JSON.stringify({ ...item, isNew, place })}\n`

/** Characters that every file system accepts, and none that ends a header. */
const fileSafe = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
