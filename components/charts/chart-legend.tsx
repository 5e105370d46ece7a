import { Anchor, Group, Text } from '@mantine/core'
import { AppLink, type Column, DataTable } from '@/components/ui'
import {
  type ChartData,
  isLineDrawn,
  MARK_NAMES,
  MARK_SIGNS,
  markColor,
  markKindsOf,
  seriesColors,
  totalLabel,
} from './chart-data'
import classes from './charts.module.css'

interface ChartLegendProps {
  readonly data: ChartData
  /** Targets of the entries, by the key of their series. */
  readonly hrefs: Readonly<Record<string, string>>
}

/** Explains the colours of the series, the line, and the signs. */
export function ChartLegend({ data, hrefs }: ChartLegendProps) {
  const colors = seriesColors(data.series)
  return (
    <Group gap="4px 16px" component="ul" className={classes.list}>
      {data.series.map(({ key, label }, order) => (
        <Group key={key} component="li" gap={6} wrap="nowrap">
          <span className={classes.swatch} style={{ background: colors[order] }} aria-hidden />
          {hrefs[key] ? (
            <AppLink href={hrefs[key]} scroll={false} isQuiet>
              {label}
            </AppLink>
          ) : (
            <Text size="sm">{label}</Text>
          )}
        </Group>
      ))}
      {data.before?.values.some((value) => value !== null && value !== 0) && (
        <Group component="li" gap={6} wrap="nowrap">
          <span className={classes.swatch} style={{ background: 'var(--chart-ghost)' }} aria-hidden />
          <Text size="sm">{data.before.label}</Text>
        </Group>
      )}
      {data.line && isLineDrawn(data.line) && (
        <Group component="li" gap={6} wrap="nowrap">
          <span className={classes.stroke} aria-hidden />
          <Text size="sm">{data.line.label}</Text>
        </Group>
      )}
      {markKindsOf((data.marks ?? []).flat()).map((kind) => (
        <Group key={kind} component="li" gap={6} wrap="nowrap">
          <Text span size="xs" c={markColor(kind)} aria-hidden>
            {MARK_SIGNS[kind]}
          </Text>
          <Text size="sm">{MARK_NAMES[kind]}</Text>
        </Group>
      ))}
    </Group>
  )
}

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
      ({ label, values, texts, key }, order): Column<number> => ({
        key: `s${order}`,
        label: label + inUnit,
        isNumeric: true,
        render: (index) => cell(index, texts[index] ?? 'unknown', key, values[index] === 0),
      }),
    ),
    {
      key: 'total',
      label: totalLabel(data) + inUnit,
      isNumeric: true,
      render: (index) => cell(index, data.totals[index] ?? '', null, data.totals[index] === '0'),
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
