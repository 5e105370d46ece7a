import { Anchor } from '@mantine/core'
import { DataTable, figureColumn } from '@/components/ui'
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
  const { unit, marks = [] } = data
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
  const line = (key: string, { label, texts }: NonNullable<ChartData['line' | 'before']>) =>
    figureColumn<number>(key, label, (index) => texts[index] ?? 'unknown')
  return (
    <DataTable<number>
      caption={`${name}, as a table`}
      rows={data.buckets.map((_, index) => index)}
      keyOf={(index) => data.buckets[index]?.key ?? String(index)}
      columns={[
        { key: 'bucket', label: 'Time', render: (index) => data.buckets[index]?.title },
        ...data.series.map(({ label, values, texts, key }, order) =>
          figureColumn<number>(`s${order}`, label + inUnit, (index) =>
            cell(index, texts[index] ?? 'unknown', key, values[index] === 0),
          ),
        ),
        figureColumn('total', totalLabel(data) + inUnit, (index) =>
          cell(index, data.totals[index] ?? '', null, data.totals[index] === '0'),
        ),
        data.before != null && line('before', data.before),
        data.line !== null && line('line', data.line),
        marks.some((texts) => texts.length > 0) && {
          key: 'marks',
          label: 'Events',
          render: (index) => marks[index]?.map(({ text }) => text).join('; '),
        },
      ]}
    />
  )
}
