'use client'

import { Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { DataTable } from '@/components/ui'
import { type ChartData, colorAt } from './chart-data'
import classes from './charts.module.css'

// recharts is large and draws in the browser only: it comes after the page.
const SpendPlot = dynamic(() => import('./spend-plot'), {
  ssr: false,
  loading: () => <Skeleton height={300} />,
})

interface SpendChartProps {
  /** Says in words what the chart shows. */
  readonly name: string
  readonly data: ChartData
  onSelect?(bucketKey: string): void
}

/** A chart of spend per bucket with its legend, and the same numbers as a table behind a toggle. */
export function SpendChart({ name, data, onSelect }: SpendChartProps) {
  const [view, setView] = useState('chart')
  return (
    <Stack gap="xs" className={classes.colors}>
      <Group justify="space-between">
        <Legend data={data} />
        <SegmentedControl
          size="xs"
          aria-label={`How to show: ${name}`}
          value={view}
          onChange={setView}
          data={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </Group>
      {view === 'table' ? (
        <ChartTable name={name} data={data} />
      ) : (
        <figure aria-label={name} style={{ margin: 0 }}>
          <SpendPlot data={data} {...(onSelect && { onSelect })} />
        </figure>
      )}
    </Stack>
  )
}

function Legend({ data }: { readonly data: ChartData }) {
  return (
    <Group gap="md">
      {data.series.map(({ key, label }, series) => (
        <Group key={key} gap={6} wrap="nowrap">
          <span className={classes.swatch} style={{ background: colorAt(series) }} aria-hidden />
          <Text size="sm">{label}</Text>
        </Group>
      ))}
      {data.line && (
        <Group gap={6} wrap="nowrap">
          <span
            className={classes.swatch}
            style={{ background: 'var(--chart-line)', height: 3 }}
            aria-hidden
          />
          <Text size="sm">{data.line.label}</Text>
        </Group>
      )}
    </Group>
  )
}

function ChartTable({ name, data }: { readonly name: string; readonly data: ChartData }) {
  const { line } = data
  const columns = [
    { key: 'bucket', label: 'Time', render: (place: number) => data.buckets[place]?.title },
    ...data.series.map(({ key, label, texts }) => ({
      key,
      label: `${label} (${data.unit})`,
      isNumeric: true,
      render: (place: number) => texts[place],
    })),
    ...(line
      ? [{ key: 'line', label: line.label, isNumeric: true, render: (place: number) => line.texts[place] }]
      : []),
  ]
  return (
    <DataTable
      caption={name}
      columns={columns}
      rows={data.buckets.map((_, place) => place)}
      keyOf={(place) => data.buckets[place]?.key ?? String(place)}
    />
  )
}
