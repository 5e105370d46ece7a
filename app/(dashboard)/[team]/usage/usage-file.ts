import { type MeasureName, type UsageRow, usageColumns } from '@/components/usage'
import { csvHead, csvLines } from '@/lib/platform/csv'

/** The table's rows and columns as CSV: amounts in full, a figure that is not known as an empty cell. */
export function usageFile(
  what: string,
  rows: readonly UsageRow[],
  isCompared: boolean,
  measure: MeasureName = 'credits',
): string {
  const columns = usageColumns(rows, isCompared, measure)
  const lines = rows.map((row) => [row.name, ...columns.map(({ plain }) => ({ plain: plain(row) }))])
  return csvHead([what, ...columns.map(({ label }) => label)]) + csvLines(lines)
}
