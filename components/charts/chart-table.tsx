import { Anchor } from '@mantine/core'
import { type Column, DataTable } from '@/components/ui'
import { type ChartData, totalAt, totalWord } from './chart-data'

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
  const cell = (place: number, text: string, seriesKey: string | null, isEmpty: boolean) => {
    const bucket = data.buckets[place]
    if (!onSelect || !bucket || isEmpty) return text
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => onSelect(bucket.key, seriesKey)}>
        {text}
      </Anchor>
    )
  }
  const columns: Column<number>[] = [
    { key: 'bucket', label: 'Time', render: (place) => data.buckets[place]?.title },
    ...series.map(
      ({ label, values, texts, key }, order): Column<number> => ({
        key: `s${order}`,
        label: label + inUnit,
        isNumeric: true,
        render: (place) => cell(place, texts[place] ?? 'unknown', key, values[place] === 0),
      }),
    ),
    {
      key: 'total',
      label: totalWord(data) + inUnit,
      isNumeric: true,
      render: (place) => cell(place, totalAt(data, place), null, totalAt(data, place) === '0'),
    },
    ...(before
      ? [{ key: 'before', label: before.label, isNumeric: true, render: lineText(before.texts) }]
      : []),
    ...(line ? [{ key: 'line', label: line.label, isNumeric: true, render: lineText(line.texts) }] : []),
  ]
  const { marks } = data
  if (marks?.some((texts) => texts.length > 0))
    columns.push({
      key: 'marks',
      label: 'What happened',
      render: (place) => marks[place]?.map(({ text }) => text).join('; '),
    })
  return (
    <DataTable
      caption={`${name}, as a table`}
      columns={columns}
      rows={data.buckets.map((_, place) => place)}
      keyOf={(place) => data.buckets[place]?.key ?? String(place)}
    />
  )
}

const lineText = (texts: readonly string[]) => (place: number) => texts[place] ?? 'unknown'
