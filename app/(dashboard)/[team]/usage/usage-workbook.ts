import { MEASURE, usageChartData } from '@/components/usage'
import type { TableSheet } from '@/lib/collect/exports'
import { COMPARISON_NAMES, GROUPING_NAMES } from './groupings'
import { measureOf, type UsageQuery } from './query'
import { usageTable } from './usage-file'
import type { UsageShown } from './usage-report'

/**
 * Converts a figure to a cell: a number if a spreadsheet keeps all its digits, otherwise text; null if it is not
 * known.
 */
function cellOf(plain: string): string | number | null {
  if (plain === '') return null
  return /^-?\d+(\.\d+)?$/.test(plain) && plain.replace(/\D/g, '').length <= 15 ? Number(plain) : plain
}

/** Returns the page as sheets: its table, its chart bar by bar, and the parameters it was read with. */
export function usageSheets(
  { report, rows, step, nameOf }: UsageShown,
  query: UsageQuery,
  about: readonly (readonly [string, string])[],
): readonly TableSheet[] {
  const { by, compare } = query
  const measure = measureOf(query)
  const { head, lines } = usageTable(GROUPING_NAMES[by], rows, compare !== null, measure)
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
  const { figure } = MEASURE[measure]
  const all = report.sumsIn('all').map((sums) => figure(sums)?.size ?? null)
  const drawn = before ? [...series, before] : series
  return [
    { name: 'Usage', head, rows: lines.map(({ name, figures }) => [name, ...figures.map(cellOf)]) },
    {
      name: 'Over time',
      head: ['Time', 'All', ...drawn.map(({ label }) => label)],
      rows: report.buckets.map(({ title }, place) => [
        ...[title, all[place] ?? null],
        ...drawn.map(({ values }) => values[place] ?? null),
      ]),
    },
    { name: 'About', head: ['What', 'Value'], rows: about },
  ]
}
