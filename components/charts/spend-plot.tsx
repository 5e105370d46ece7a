'use client'

import { useId } from 'react'
import {
  Area,
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
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
  isLineMain,
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
 * Draws stacked bars, and a line in its own panel on the same buckets. Two panels, because two scales in one would
 * suggest that bars and line cross. The arrow keys move the tooltip; the table holds everything.
 */
export default function SpendPlot(props: SpendPlotProps) {
  const { name, data } = props
  const syncId = useId()
  const { line } = data
  const panel =
    line &&
    (isLineDrawn(line) ? (
      <LinePanel data={data} line={line} syncId={syncId} />
    ) : (
      <div className={classes.axis}>{describeUndrawnLine(data)}</div>
    ))
  return (
    <figure
      aria-label={`${name}. Its numbers are in the table.`}
      className={classes.plot}
      data-line-first={isLineMain(data) || undefined}
    >
      {line?.isMain && panel}
      <BarsPanel {...props} syncId={syncId} />
      {!line?.isMain && panel}
    </figure>
  )
}

/** Returns what belongs to the larger panel alone: the events, and the keys that move the tooltip. */
const mainPanelProps = (data: ChartData, isMain: boolean) => ({
  accessibilityLayer: isMain,
  margin: { ...PLOT_MARGIN, top: isMain ? spaceAboveChart(data, PLOT_MARGIN.top) : PLOT_MARGIN.top },
})

/** Space below a panel without dates, for half of its lowest figure. */
const BELOW = 6

function BarsPanel({ data, onSelect, onSpan, syncId }: SpendPlotProps & { readonly syncId: string }) {
  const { handlers, drawn } = useDrag({ many: data.buckets.length, onSpan })
  const colors = seriesColors(data.series)
  const isMain = !isLineMain(data)
  const hasFractions = data.series.some(({ values }) => values.some((value) => !Number.isInteger(value ?? 0)))
  const select = (index: number, seriesKey: string | null) => {
    const bucket = data.buckets[index]
    if (bucket) onSelect?.(bucket.key, seriesKey)
  }
  return (
    <>
      <div className={classes.axis}>{data.axis}</div>
      <div className={classes.bars} role="presentation" {...(onSpan && handlers)}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={toRechartsRows(data)}
            {...mainPanelProps(data, isMain)}
            syncId={syncId}
            barCategoryGap="15%"
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <TimeAxis data={data} />
            <YAxis {...yAxisProps(axisFromZero(barsHeight(data), !hasFractions))} />
            <Tooltip
              content={({ active, activeIndex }) =>
                active && isMain ? <PlotTooltip data={data} place={Number(activeIndex)} /> : null
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
            {isMain && plotMarks(data, drawn)}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </>
  )
}

interface LinePanelProps {
  readonly data: ChartData
  readonly line: NonNullable<ChartData['line']>
  readonly syncId: string
}

/**
 * Draws the stepped line on a scale that shows how it moves, with a gap where it is unknown, and its forecast. If the
 * bars come first, their tooltip shows its values.
 */
function LinePanel({ data, line, syncId }: LinePanelProps) {
  const { isMain = false, forecast = [], end } = line
  const known = [...line.values, ...forecast.flatMap((value) => (value ? [value.low, value.high] : []))]
  const axis = axisOfChanges(known.flatMap((value) => value ?? []))
  const { margin, ...others } = mainPanelProps(data, isMain)
  return (
    <>
      <div className={classes.axis}>
        {line.axis}
        {describeScaleStart(axis)}
      </div>
      <div className={classes.line}>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={toRechartsRows(data)}
            {...others}
            margin={{ ...margin, bottom: BELOW }}
            syncId={syncId}
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis dataKey="place" hide scale="band" />
            <YAxis {...yAxisProps(axis)} />
            <Tooltip
              content={({ active, activeIndex }) =>
                active && isMain ? <PlotTooltip data={data} place={Number(activeIndex)} /> : null
              }
              cursor={{ stroke: 'var(--chart-line)', strokeDasharray: '3 3' }}
              isAnimationActive={false}
              wrapperStyle={{ zIndex: 1 }}
            />
            <Area
              dataKey="band"
              stroke="none"
              fill="var(--chart-blue)"
              fillOpacity={0.16}
              activeDot={false}
              isAnimationActive={false}
            />
            <Line
              dataKey="middle"
              stroke="var(--chart-blue)"
              strokeWidth={1.8}
              strokeDasharray="5 4"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
            {data.today !== undefined && (
              <ReferenceLine x={data.today} stroke="var(--line-strong)" strokeDasharray="2 3" />
            )}
            {isMain && plotMarks(data, null)}
            <Line
              dataKey="line"
              type="step"
              stroke="var(--chart-line)"
              strokeWidth={2}
              connectNulls={false}
              isAnimationActive={false}
              activeDot={{ r: 4, fill: 'var(--chart-line)' }}
              dot={({ cx, cy, index, key }) =>
                isIsolatedValue(line.values, index) || (isMain && index === data.today) ? (
                  <circle key={key} cx={cx} cy={cy} r={3} fill="var(--chart-line)" />
                ) : (
                  <g key={key} />
                )
              }
            />
            {end && (
              <ReferenceLine
                x={end.index}
                stroke="var(--bad)"
                strokeDasharray="2 3"
                label={{ value: end.text, position: 'insideTopRight', className: classes.end ?? '' }}
              />
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </>
  )
}
