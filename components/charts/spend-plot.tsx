'use client'

import { Paper, Stack, Text } from '@mantine/core'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { formatCompact } from '@/lib/kernel'
import { type ChartData, colorAt, percent, rowsOf, sharesAt } from './chart-data'
import classes from './charts.module.css'

interface SpendPlotProps {
  readonly data: ChartData
  onSelect?(bucketKey: string): void
}

const AXIS = { tickLine: false, axisLine: false, tick: { fill: 'var(--mantine-color-dimmed)' } } as const

/** The drawing: stacked bars, and the line on an axis of its own. Everything it shows also stands in the table. */
export default function SpendPlot({ data, onSelect }: SpendPlotProps) {
  const line = data.line
  return (
    <div className={classes.chart} aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={rowsOf(data)}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          onClick={({ activeIndex }) => {
            const bucket = data.buckets[Number(activeIndex)]
            if (bucket) onSelect?.(bucket.key)
          }}
        >
          <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
          <XAxis dataKey="label" minTickGap={24} {...AXIS} />
          <YAxis yAxisId="spend" width={48} tickFormatter={formatCompact} {...AXIS} />
          {line && (
            <YAxis
              yAxisId="line"
              orientation="right"
              width={56}
              domain={['auto', 'auto']}
              tickFormatter={formatCompact}
              {...AXIS}
            />
          )}
          <Tooltip
            content={(props) => <PlotTooltip data={data} tooltip={props} />}
            cursor={{ fill: 'var(--chart-grid)', opacity: 0.4 }}
            isAnimationActive={false}
          />
          {data.series.map(({ key }, series) => (
            <Bar
              key={key}
              yAxisId="spend"
              dataKey={`s${series}`}
              stackId="spend"
              fill={colorAt(series)}
              maxBarSize={40}
              isAnimationActive={false}
            />
          ))}
          {line && (
            <Line
              yAxisId="line"
              dataKey="line"
              stroke="var(--chart-line)"
              strokeWidth={2}
              dot={false}
              connectNulls={false}
              isAnimationActive={false}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  )
}

type PlotTooltipProps = Pick<TooltipContentProps<number, string>, 'active' | 'activeIndex'>

function PlotTooltip({ data, tooltip }: { readonly data: ChartData; readonly tooltip: PlotTooltipProps }) {
  const place = Number(tooltip.activeIndex)
  const bucket = data.buckets[place]
  if (!tooltip.active || !bucket) return null
  const rows = sharesAt(data, place).filter(({ share }) => share > 0)
  return (
    <Paper withBorder shadow="sm" p="xs">
      <Stack gap={2}>
        <Text size="sm" fw={600}>
          {bucket.title}
        </Text>
        {rows.length === 0 && <Text size="sm">Nothing spent</Text>}
        {rows.map(({ key, label, text, share, color }) => (
          <Text size="sm" key={key}>
            <span className={classes.swatch} style={{ background: color }} /> {label}: {text} {data.unit} ·{' '}
            {percent(share)}
          </Text>
        ))}
        {data.line && (
          <Text size="sm">
            {data.line.label}: {data.line.texts[place]}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
