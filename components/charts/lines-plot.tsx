'use client'

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, YAxis } from 'recharts'
import { type ChartData, isIsolatedValue, seriesColors, toRechartsRows } from './chart-data'
import type { SelectBucket } from './chart-legend'
import classes from './charts.module.css'
import { plotMarks, spaceAboveChart } from './plot-marks'
import { PLOT_MARGIN, PlotTooltip, TimeAxis, yAxisProps } from './plot-parts'
import { axisFromZero } from './ticks'
import { type SelectSpan, useDrag } from './use-drag'

interface LinesPlotProps {
  readonly name: string
  /** Tells a screen reader what the line shows; by default that the table does. */
  readonly description?: string
  readonly data: ChartData
  readonly onSelect?: SelectBucket | undefined
  readonly onSpan?: SelectSpan | undefined
}

/** Draws means: a line for each series, from zero up, with a gap where it is not known. */
export default function LinesPlot({
  name,
  description = 'Its numbers are in the table.',
  data,
  onSelect,
  onSpan,
}: LinesPlotProps) {
  const colors = seriesColors(data.series)
  const select = (index: number) => {
    const bucket = data.buckets[index]
    if (bucket) onSelect?.(bucket.key, null)
  }
  const { handlers, drawn } = useDrag({
    many: data.buckets.length,
    isPoints: true,
    onSpan,
    onPress: select,
  })
  // The chart's own lines are 1.35 wide and named 1.4.
  const drawnValues = [...data.series, ...(data.before ? [data.before] : [])].flatMap(({ values }) => values)
  const known = drawnValues.map((value) => value ?? 0)
  const axis = axisFromZero(Math.max(0, ...known), known.every(Number.isInteger))
  const lineOf = (key: string, values: readonly (number | null)[], color: string, isBefore = false) => (
    <Line
      key={key}
      dataKey={key}
      stroke={color}
      strokeWidth={2}
      {...(isBefore && { strokeDasharray: '4 3' })}
      connectNulls={false}
      isAnimationActive={false}
      activeDot={{ r: 4, fill: color }}
      dot={({ cx, cy, index, key: dot }) =>
        isIsolatedValue(values, index) ? (
          <circle key={dot} cx={cx} cy={cy} r={2.5} fill={color} />
        ) : (
          <g key={dot} />
        )
      }
    />
  )
  return (
    <div role="img" aria-label={`${name}. ${description}`} className={classes.plot}>
      <div className={classes.axis}>{data.axis}</div>
      <div className={classes.bars} role="presentation" {...handlers}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={toRechartsRows(data)}
            margin={{ ...PLOT_MARGIN, top: spaceAboveChart(data, PLOT_MARGIN.top), bottom: 6 }}
            accessibilityLayer={false}
            {...(onSelect && { style: { cursor: 'pointer' } })}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <TimeAxis labels={data.buckets.map(({ label }) => label)} />
            <YAxis {...yAxisProps(axis)} />
            <Tooltip
              content={({ active, activeIndex }) =>
                active ? <PlotTooltip data={data} place={Number(activeIndex)} /> : null
              }
              cursor={{ stroke: 'var(--chart-line)', strokeDasharray: '3 3' }}
              isAnimationActive={false}
              wrapperStyle={{ zIndex: 1 }}
            />
            {data.before && lineOf('before', data.before.values, 'var(--chart-ghost)', true)}
            {data.series.map(({ values }, order) => lineOf(`s${order}`, values, colors[order] ?? ''))}
            {plotMarks(data, drawn)}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}
