import type { PageRange } from '@/app/_server'
import { MEASURE } from '@/components/usage'
import { writeTables } from '@/lib/collect/exports'
import { formatMoment } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import { filterNames } from './filter-names'
import { focusLines } from './focus-lines'
import { COMPARISON_NAMES, GROUPING_NAMES } from './groupings'
import { measureOf, type UsageQuery } from './query'
import { usageFile } from './usage-file'
import type { UsageFormat } from './usage-formats'
import { usageReport } from './usage-report'
import { usageSheets } from './usage-workbook'

interface UsageExport {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncGenerator<string | Uint8Array>
}

type Chunks = (ctx: TeamCtx, range: PageRange, query: UsageQuery) => UsageExport['chunks']

const CSV = 'text/csv; charset=utf-8'
const FORMATS: Readonly<Record<UsageFormat, { end: string; contentType: string; chunks: Chunks }>> = {
  csv: { end: '.csv', contentType: CSV, chunks: csvOf },
  xlsx: {
    end: '.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: workbookOf,
  },
  focus: { end: '-focus.csv', contentType: CSV, chunks: focusLines },
}

/** Writes what the page with these parameters shows, as a file. */
export async function exportUsage(
  ctx: TeamCtx,
  range: PageRange,
  query: UsageQuery,
  format: UsageFormat,
): Promise<UsageExport> {
  const { from, to } = range
  const { end, contentType, chunks } = FORMATS[format]
  await appendAuditEntry(ctx.db, ctx, {
    action: 'usage.export',
    subjectId: ctx.team.id,
    subjectName: GROUPING_NAMES[query.by],
    detail: { format, from, to },
  })
  return { name: `usage-by-${query.by}-${from}-${to}${end}`, contentType, chunks: chunks(ctx, range, query) }
}

async function* csvOf(...[ctx, range, query]: Parameters<Chunks>): AsyncGenerator<string> {
  const { rows } = await usageReport(ctx, range, query)
  yield usageFile(GROUPING_NAMES[query.by], rows, query.compare !== null, measureOf(query))
}

async function* workbookOf(...[ctx, range, query]: Parameters<Chunks>): AsyncGenerator<Uint8Array> {
  const now = ctx.clock.now()
  const [shown, filters] = await Promise.all([usageReport(ctx, range, query), filterNames(ctx, range, query)])
  const { compare } = query
  const measure = measureOf(query)
  const about = [
    ['Team', ctx.team.name],
    ['Days', `${range.from} to ${range.to}, in ${range.timeZone}`],
    ['Measure', `${MEASURE[measure].label} (${MEASURE[measure].unit}), by ${shown.step}`],
    ['Compared with', compare ? COMPARISON_NAMES[compare] : 'Nothing'],
    ...filters.map(({ name, value }) => [name, value] as const),
    ['Exported', `${formatMoment(now, ctx.team.timeZone)}, in ${ctx.team.timeZone}`],
  ] as const
  yield* writeTables(usageSheets(shown, query, about), now)
}
