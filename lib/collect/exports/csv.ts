import { type Cell, csvHead, csvLines } from '@/lib/platform/csv'
import { COLUMNS, type LocalTime, rowOf } from './columns'
import type { ExportItem } from './marked-items'

type CsvItem = Omit<ExportItem, 'raw'>

export const itemsCsvHead = (): string => csvHead(COLUMNS)

/** Writes items as lines. `localTime` writes a moment in the team's time zone. */
export const itemsCsvLines = (items: readonly CsvItem[], localTime: LocalTime): string =>
  csvLines(items.map((item) => cellsOf(item, localTime)))

function cellsOf(item: CsvItem, localTime: LocalTime): Cell[] {
  const row = rowOf(item, localTime)
  return COLUMNS.map((column) => {
    const value = row[column]
    return typeof value === 'string' && column.startsWith('time') ? { plain: value } : value
  })
}
