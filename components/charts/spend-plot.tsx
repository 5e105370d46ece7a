'use client'

import { useId } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import {
  barsHeight,
  type ChartData,
  describeUndrawnLine,
  isIsolatedValue,
  isLineDrawn,
  seriesColors,
  toRechartsRows,
} from './chart-data'
import type { SelectBucket } from './chart-legend'
import classes from './charts.module.css'
import { plotMarks, spaceAboveChart } from './plot-marks'
import { PLOT_MARGIN, PlotTooltip, TimeAxis, yAxisProps } from './plot-parts'
import { axisFromZero, axisOfChanges, describeScaleStart } from './ticks'
import { type SelectSpan, useDrag } from './use-drag'

interface SpendPlotProps {
  readonly name: string
  readonly data: ChartData
  readonly onSelect?: SelectBucket | undefined
  readonly onSpan?: SelectSpan | undefined
}

/**
 * Draws stacked bars, and the line below them on the same buckets. Two panels, because two scales in one would suggest
 * that bars and line cross. To a screen reader it is an image: the table holds everything.
 */
export default function SpendPlot({ name, data, onSelect, onSpan }: SpendPlotProps) {
  const syncId = useId()
  const { handlers, drawn } = useDrag({ many: data.buckets.length, onSpan })
  const rows = toRechartsRows(data)
  const colors = seriesColors(data.series)
  const labelAt = (index: number) => data.buckets[index]?.label ?? ''
  const hasFractions = data.series.some(({ values }) => values.some((value) => !Number.isInteger(value ?? 0)))
  const select = (index: number, seriesKey: string | null) => {
    const bucket = data.buckets[index]
    if (bucket) onSelect?.(bucket.key, seriesKey)
  }
  return (
    <div role="img" aria-label={`${name}. Its numbers are in the table.`} className={classes.plot}>
      <div className={classes.axis}>{data.axis}</div>
      <div className={classes.bars} role="presentation" {...(onSpan && handlers)}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={rows}
            margin={{ ...PLOT_MARGIN, top: spaceAboveChart(data, PLOT_MARGIN.top) }}
            accessibilityLayer={false}
            syncId={syncId}
            barCategoryGap="15%"
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <TimeAxis labels={data.buckets.map(({ label }) => label)} />
            <YAxis {...yAxisProps(axisFromZero(barsHeight(data), !hasFractions))} />
            <Tooltip
              content={({ active, activeIndex }) =>
                active ? <PlotTooltip data={data} place={Number(activeIndex)} /> : null
              }
              cursor={{ fill: 'var(--chart-grid)', opacity: 0.5 }}
              isAnimationActive={false}
              wrapperStyle={{ zIndex: 1 }}
            />
            {data.before && (
              <Bar dataKey="before" fill="var(--chart-ghost)" maxBarSize={40} isAnimationActive={false} />
            )}
            {data.series.map(({ key }, order) => (
              <Bar
                key={key}
                dataKey={`s${order}`}
                stackId="spend"
                {...(colors[order] && { fill: colors[order] })}
                stroke="var(--chart-gap)"
                strokeWidth={1}
                maxBarSize={40}
                isAnimationActive={false}
                {...(onSelect && { cursor: 'pointer', onClick: (_, index) => select(index, key) })}
              />
            ))}
            {plotMarks(data, drawn)}
          </BarChart>
        </ResponsiveContainer>
      </div>
      {data.line &&
        (isLineDrawn(data.line) ? (
          <LinePanel rows={rows} line={data.line} labelAt={labelAt} syncId={syncId} />
        ) : (
          <div className={classes.axis}>{describeUndrawnLine(data)}</div>
        ))}
    </div>
  )
}

interface LinePanelProps {
  readonly rows: ReturnType<typeof toRechartsRows>
  readonly line: NonNullable<ChartData['line']>
  readonly syncId: string
  labelAt(index: number): string
}

/**
 * Draws the stepped line below the bars, on a scale that shows how it moves, with a gap where it is unknown. The bars'
 * tooltip shows its values.
 */
function LinePanel({ rows, line, syncId, labelAt }: LinePanelProps) {
  const axis = axisOfChanges(line.values.flatMap((value) => value ?? []))
  return (
    <>
      <div className={classes.axis}>
        {line.axis}
        {describeScaleStart(axis)}
      </div>
      <div className={classes.line}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={rows}
            margin={{ ...PLOT_MARGIN, bottom: 6 }}
            accessibilityLayer={false}
            syncId={syncId}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis dataKey="place" tickFormatter={labelAt} hide scale="band" />
            <YAxis {...yAxisProps(axis)} />
            <Tooltip content={() => null} cursor={{ stroke: 'var(--chart-line)', strokeDasharray: '3 3' }} />
            <Line
              dataKey="line"
              type="step"
              stroke="var(--chart-line)"
              strokeWidth={2}
              connectNulls={false}
              isAnimationActive={false}
              activeDot={{ r: 4, fill: 'var(--chart-line)' }}
              dot={({ cx, cy, index, key }) =>
                isIsolatedValue(line.values, index) ? (
                  <circle key={key} cx={cx} cy={cy} r={2.5} fill="var(--chart-line)" />
                ) : (
                  <g key={key} />
                )
              }
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
    </>
  )
}
