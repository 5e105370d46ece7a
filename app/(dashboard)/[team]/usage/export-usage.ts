import type { PageRange } from '@/app/_server'
import {
  MEASURES_BY_NAME,
  type MeasureName,
  type UsageRow,
  usageChartData,
  usageColumns,
  type WalletOfRow,
} from '@/components/usage'
import { type TableSheet, writeWorkbook } from '@/lib/collect/exports'
import { cachedTeamUnit, formatMoment } from '@/lib/kernel'
import { readCosts } from '@/lib/money/costs'
import { FOCUS_COLUMNS, focusRow } from '@/lib/money/usage'
import { appendAuditEntry } from '@/lib/platform/audit'
import { monthContaining, startOfQuarterHour } from '@/lib/platform/calendar'
import { csvHeader, csvLines } from '@/lib/platform/csv'
import type { TeamCtx } from '@/lib/platform/db'
import { listTeamWallets } from '../team-reads'
import { COMPARISON_NAMES, GROUPING_NAMES } from './groupings'
import { describeUsageFilters } from './names'
import { chosenMeasure, type UsageQuery, walletOf } from './query'
import { type ShownUsage, usageReport } from './report'

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
  yield usageCsv(
    GROUPING_NAMES[query.by],
    rows,
    query.compare !== null,
    chosenMeasure(query),
    walletOf(query),
  )
}

async function* workbookOf(...[ctx, range, query]: Parameters<Chunks>): AsyncGenerator<Uint8Array> {
  const now = ctx.clock.now()
  const [shown, filters] = await Promise.all([
    usageReport(ctx, range, query),
    describeUsageFilters(ctx, range, query),
  ])
  const { compare } = query
  const measure = chosenMeasure(query)
  const about = [
    ['Team', ctx.team.name],
    ['Days', `${range.from} to ${range.to}, in ${ctx.team.timeZone}`],
    ['Measure', `${MEASURES_BY_NAME[measure].label} (${MEASURES_BY_NAME[measure].unit}), by ${shown.step}`],
    ['Compared with', compare ? COMPARISON_NAMES[compare] : 'Nothing'],
    ...filters.map(({ name, value }) => [name, value] as const),
    ['Exported', `${formatMoment(now, ctx.team.timeZone)}, in ${ctx.team.timeZone}`],
  ] as const
  yield* writeWorkbook(usageSheets(shown, query, about), now)
}

/**
 * Yields the FOCUS lines: what each member of the grouping cost in each bar, by wallet, since each wallet has its own
 * price of a credit. A wallet is read only when its rows are consumed.
 */
async function* focusLines(ctx: TeamCtx, range: PageRange, query: UsageQuery): AsyncGenerator<string> {
  const { team } = ctx
  const unit = cachedTeamUnit(team.id)
  const [wallets, { currency, held }] = await Promise.all([listTeamWallets(ctx), readCosts(ctx)])
  yield csvHeader(FOCUS_COLUMNS)
  for (const wallet of wallets.filter(({ id }) => query.wallet === null || query.wallet === id)) {
    const { report, rows } = await usageReport(ctx, range, {
      ...query,
      wallet: wallet.id,
      compare: null,
      measure: 'credits',
    })
    const known = held.get(wallet.id)
    const cost = known && currency !== null ? { ...known, currency } : null
    for (const { member, name } of rows) {
      const charges = report.sumsIn([member]).flatMap(({ nano, items, unpricedItems }, index) => {
        const bucket = report.buckets[index]
        if (!bucket || (nano === 0n && items === 0)) return []
        const [from, to] = [startOfQuarterHour(bucket.from), startOfQuarterHour(bucket.to)]
        const month = monthContaining(from, ctx.team.timeZone)
        const tag = { name: GROUPING_NAMES[query.by].toLowerCase(), value: name }
        const known = unpricedItems > 0 ? null : nano
        return [focusRow({ team, wallet, month, from, to, tag, items, nano: known, unit, cost })]
      })
      if (charges.length > 0) yield csvLines(charges)
    }
  }
}

/** Returns the table's column names and rows: amounts in full, and a figure that is not known as an empty text. */
function usageTable(
  what: string,
  rows: readonly UsageRow[],
  isCompared: boolean,
  measure: MeasureName = 'credits',
  walletOfRow: WalletOfRow = () => null,
): { readonly head: readonly string[]; readonly lines: readonly { name: string; figures: string[] }[] } {
  const columns = usageColumns(rows, isCompared, measure, walletOfRow)
  return {
    head: [what, ...columns.map(({ label }) => label)],
    lines: rows.map((row) => ({ name: row.name, figures: columns.map(({ plain }) => plain(row)) })),
  }
}

/** Returns the same table as CSV. */
export function usageCsv(...table: Parameters<typeof usageTable>): string {
  const { head, lines } = usageTable(...table)
  return (
    csvHeader(head) +
    csvLines(lines.map(({ name, figures }) => [name, ...figures.map((plain) => ({ plain }))]))
  )
}

/**
 * Converts a figure to a cell: a number if a spreadsheet keeps all its digits, otherwise text; null if it is not
 * known.
 */
function cellOf(plain: string): string | number | null {
  if (plain === '') return null
  return /^-?\d+(\.\d+)?$/.test(plain) && plain.replace(/\D/g, '').length <= 15 ? Number(plain) : plain
}

/** Returns the page as sheets: its table, its chart bar by bar, and the parameters it was read with. */
function usageSheets(
  { report, rows, step, nameOf }: ShownUsage,
  query: UsageQuery,
  about: readonly (readonly [string, string])[],
): readonly TableSheet[] {
  const { by, compare } = query
  const measure = chosenMeasure(query)
  const { head, lines } = usageTable(GROUPING_NAMES[by], rows, compare !== null, measure, walletOf(query))
  const beforeLabel = COMPARISON_NAMES[compare ?? 'before']
  const { series, before } = usageChartData({
    report,
    rows,
    measure,
    step,
    beforeLabel,
    balance: [],
    colorOf: (member) => nameOf(member).color,
  })
  const { figure } = MEASURES_BY_NAME[measure]
  const all = report.sumsIn('all').map((sums) => figure(sums)?.size ?? null)
  const drawn = before ? [...series, before] : series
  return [
    { name: 'Usage', head, rows: lines.map(({ name, figures }) => [name, ...figures.map(cellOf)]) },
    {
      name: 'Over time',
      head: ['Time', 'All', ...drawn.map(({ label }) => label)],
      rows: report.buckets.map(({ title }, index) => [
        ...[title, all[index] ?? null],
        ...drawn.map(({ values }) => values[index] ?? null),
      ]),
    },
    { name: 'About', head: ['What', 'Value'], rows: about },
  ]
}

/** The formats that usage can be exported in. */
export const USAGE_FORMATS = ['csv', 'xlsx', 'focus'] as const
export type UsageFormat = (typeof USAGE_FORMATS)[number]
