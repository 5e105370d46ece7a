import { DateTime } from 'luxon'
import type { TeamCtx } from '@/lib/db'
import type { RawItem } from '@/lib/items'
import { getRun, walkRunItems } from '@/lib/runs'
import { csvHead, csvLine } from './csv'
import type { ExportFile, ExportInput } from './schemas'

/**
 * The items of a run as a file, exactly those that the view shows and in its order, for whoever may see the run. CSV
 * holds the fields that all upstreams share, with times in UTC and in the team's zone; JSONL an object a line, with all
 * that the upstream sent as `raw`. The file's name states the zone and the filters. Throws `not_found`.
 */
export async function exportRun(ctx: TeamCtx, { runId, format, ...view }: ExportInput): Promise<ExportFile> {
  const run = await getRun(ctx, runId)
  const items = await walkRunItems(ctx, runId, view)
  const { timeZone } = ctx.team
  const parts = [
    run.searchName,
    run.startedAt.toISOString().slice(0, 10),
    view.sort === 'bought' ? '' : view.sort,
    view.only === 'new' ? 'new only' : '',
    view.text && `find ${view.text}`,
    timeZone,
  ]
  const name = `${parts.filter(Boolean).map(fileSafe).join('-')}.${format}`
  return format === 'csv'
    ? { name, contentType: 'text/csv; charset=utf-8', chunks: writeCsv(items, timeZone) }
    : { name, contentType: 'application/x-ndjson; charset=utf-8', chunks: writeJsonLines(items) }
}

async function* writeCsv(items: AsyncGenerator<RawItem[]>, timeZone: string): AsyncGenerator<string> {
  const localTime = (at: Date) => DateTime.fromJSDate(at, { zone: timeZone }).toISO() ?? ''
  yield csvHead()
  for await (const some of items) yield some.map((item) => csvLine(item, localTime)).join('')
}

async function* writeJsonLines(items: AsyncGenerator<RawItem[]>): AsyncGenerator<string> {
  for await (const some of items) yield some.map(jsonLine).join('')
}

const jsonLine = ({ place, isNew, ...item }: RawItem): string =>
  `${JSON.stringify({ ...item, isNew, place })}\n`

/** What every file system takes, and nothing that ends a header. */
const fileSafe = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
