import { type MeasureName, type UsageRow, usageColumns } from '@/components/usage'
import { csvHead, csvLines } from '@/lib/platform/csv'

/** Returns the table's column names and rows: amounts in full, and a figure that is not known as an empty text. */
export function usageTable(
  what: string,
  rows: readonly UsageRow[],
  isCompared: boolean,
  measure: MeasureName = 'credits',
): { readonly head: readonly string[]; readonly lines: readonly { name: string; figures: string[] }[] } {
  const columns = usageColumns(rows, isCompared, measure)
  return {
    head: [what, ...columns.map(({ label }) => label)],
    lines: rows.map((row) => ({ name: row.name, figures: columns.map(({ plain }) => plain(row)) })),
  }
}

/** Returns the same table as CSV. */
export function usageFile(...table: Parameters<typeof usageTable>): string {
  const { head, lines } = usageTable(...table)
  return (
    csvHead(head) + csvLines(lines.map(({ name, figures }) => [name, ...figures.map((plain) => ({ plain }))]))
  )
}
