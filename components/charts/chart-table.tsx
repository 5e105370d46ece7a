import { Anchor } from '@mantine/core'
import { type Column, DataTable, figureColumn } from '@/components/ui'
import { type ChartData, totalLabel } from './chart-data'

/** Selects a bucket, and a series of it; null is the bucket as a whole. */
export type SelectBucket = (bucketKey: string, seriesKey: string | null) => void

interface ChartTableProps {
  readonly name: string
  readonly data: ChartData
  readonly onSelect?: SelectBucket | undefined
}

/** Renders the chart's numbers as a table, to read, copy and choose by keyboard. */
export function ChartTable({ name, data, onSelect }: ChartTableProps) {
  const { before, line, series, unit } = data
  const inUnit = unit && ` (${unit})`
  const cell = (index: number, text: string, seriesKey: string | null, isEmpty: boolean) => {
    const bucket = data.buckets[index]
    if (!onSelect || !bucket || isEmpty) return text
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => onSelect(bucket.key, seriesKey)}>
        {text}
      </Anchor>
    )
  }
  const columns: Column<number>[] = [
    { key: 'bucket', label: 'Time', render: (index) => data.buckets[index]?.title },
    ...series.map(
      ({ label, values, texts, key }, order): Column<number> =>
        figureColumn(`s${order}`, label + inUnit, (index) =>
          cell(index, texts[index] ?? 'unknown', key, values[index] === 0),
        ),
    ),
    figureColumn('total', totalLabel(data) + inUnit, (index) =>
      cell(index, data.totals[index] ?? '', null, data.totals[index] === '0'),
    ),
    ...(before
      ? [{ key: 'before', label: before.label, isNumeric: true, render: lineText(before.texts) }]
      : []),
    ...(line ? [{ key: 'line', label: line.label, isNumeric: true, render: lineText(line.texts) }] : []),
  ]
  const { marks } = data
  if (marks?.some((texts) => texts.length > 0))
    columns.push({
      key: 'marks',
      label: 'Events',
      render: (index) => marks[index]?.map(({ text }) => text).join('; '),
    })
  return (
    <DataTable
      caption={`${name}, as a table`}
      columns={columns}
      rows={data.buckets.map((_, index) => index)}
      keyOf={(index) => data.buckets[index]?.key ?? String(index)}
    />
  )
}

const lineText = (texts: readonly string[]) => (index: number) => texts[index] ?? 'unknown'
