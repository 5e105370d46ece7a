import { type UsageRow, usageColumns } from '@/components/usage'
import { csvHead, csvLines } from '@/lib/platform/csv'

/** The table's rows and columns as CSV: amounts in full, a figure that is not known as an empty cell. */
export function usageFile(what: string, rows: readonly UsageRow[], isCompared: boolean): string {
  const columns = usageColumns(rows, isCompared)
  const lines = rows.map((row) => [row.name, ...columns.map(({ plain }) => ({ plain: plain(row) }))])
  return csvHead([what, ...columns.map(({ label }) => label)]) + csvLines(lines)
}

/** The same as the address of a link: it holds what the page shows, so that nothing is read twice. */
export const usageFileHref = (...table: Parameters<typeof usageFile>): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(usageFile(...table))}`
