'use client'

import { useId } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  type LineProps,
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
import type { SelectBucket } from './chart-table'
import classes from './charts.module.css'
import { PlotMarks, spaceAboveChart } from './plot-marks'
import { PLOT_MARGIN, PlotTooltip, TimeAxis, yAxisProps } from './plot-parts'
import { type Axis, axisFromZero, axisOfChanges, axisWidth, describeScaleStart } from './ticks'
import { type SelectSpan, useDrag } from './use-drag'

interface SpendPlotProps {
  readonly name: string
  /** Tells a screen reader what it shows; by default that the table does. */
  readonly description?: string
  readonly data: ChartData
  readonly onSelect?: SelectBucket | undefined
  readonly onSpan?: SelectSpan | undefined
}

/**
 * Draws stacked bars, and the line below them on the same buckets. Two panels, because two scales in one would suggest
 * that bars and line cross. Means are lines from zero up. To a screen reader it is an image: the table holds
 * everything.
 */
export default function SpendPlot({
  name,
  description = 'Its numbers are in the table.',
  data,
  onSelect,
  onSpan,
}: SpendPlotProps) {
  const syncId = useId()
  const { isMean = false, before } = data
  const select = (index: number, seriesKey: string | null) => {
    const bucket = data.buckets[index]
    if (bucket) onSelect?.(bucket.key, seriesKey)
  }
  const known = [...data.series, ...(before ? [before] : [])].flatMap(({ values }) =>
    values.map((value) => value ?? 0),
  )
  const highest = isMean ? Math.max(0, ...known) : barsHeight(data)
  const axis = axisFromZero(highest, known.every(Number.isInteger))
  const line = !isMean && data.line && isLineDrawn(data.line) ? data.line : null
  const lineAxis = axisOfChanges(line?.values.flatMap((value) => value ?? []) ?? [0])
  const width = axisWidth(axis, lineAxis)
  const { handlers, drawn } = useDrag({
    many: data.buckets.length,
    axisWidth: width,
    isPoints: isMean,
    onSpan,
    // The bars take their own presses.
    ...(isMean && { onPress: (index) => select(index, null) }),
  })
  const rows = toRechartsRows(data)
  const colors = seriesColors(data.series)
  const plot = {
    data: rows,
    margin: { ...PLOT_MARGIN, top: spaceAboveChart(data, PLOT_MARGIN.top), bottom: isMean ? 6 : 0 },
    accessibilityLayer: false,
    syncId,
  }
  const grid = (
    <>
      <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
      <TimeAxis labels={data.buckets.map(({ label }) => label)} />
      <YAxis {...yAxisProps(axis, width)} />
      <Tooltip
        content={({ active, activeIndex }) =>
          active ? <PlotTooltip data={data} place={Number(activeIndex)} /> : null
        }
        cursor={isMean ? LINE_CURSOR : { fill: 'var(--chart-grid)', opacity: 0.5 }}
        isAnimationActive={false}
        wrapperStyle={{ zIndex: 1 }}
      />
    </>
  )
  return (
    <div role="img" aria-label={`${name}. ${description}`} className={classes.plot}>
      <div className={classes.axis}>{data.axis}</div>
      <div className={classes.bars} role="presentation" {...((onSpan || isMean) && handlers)}>
        <ResponsiveContainer width="100%" height="100%">
          {isMean ? (
            <LineChart {...plot} {...(onSelect && { style: { cursor: 'pointer' } })}>
              {grid}
              {before && (
                <Line
                  dataKey="before"
                  strokeDasharray="4 3"
                  {...lineProps(before.values, 'var(--chart-ghost)')}
                />
              )}
              {data.series.map(({ key, values }, order) => (
                <Line key={key} dataKey={`s${order}`} {...lineProps(values, colors[order] ?? '')} />
              ))}
              <PlotMarks marks={data.marks} drawn={drawn} />
            </LineChart>
          ) : (
            <BarChart {...plot} barCategoryGap="20%">
              {grid}
              {before && (
                <Bar
                  dataKey="before"
                  fill="var(--chart-ghost)"
                  maxBarSize={MAX_BAR}
                  isAnimationActive={false}
                />
              )}
              {data.series.map(({ key }, order) => (
                <Bar
                  key={key}
                  dataKey={`s${order}`}
                  stackId="spend"
                  {...(colors[order] && { fill: colors[order] })}
                  stroke="var(--chart-gap)"
                  strokeWidth={1}
                  maxBarSize={MAX_BAR}
                  isAnimationActive={false}
                  {...(onSelect && { cursor: 'pointer', onClick: (_, index) => select(index, key) })}
                />
              ))}
              <PlotMarks marks={data.marks} drawn={drawn} />
            </BarChart>
          )}
        </ResponsiveContainer>
      </div>
      {line ? (
        <LinePanel {...{ rows, line, syncId, width }} axis={lineAxis} />
      ) : (
        !isMean && data.line && <div className={classes.axis}>{describeUndrawnLine(data)}</div>
      )}
    </div>
  )
}

/** Maximum width of a bar, which otherwise takes three fifths of its slot. */
const MAX_BAR = 80

const LINE_CURSOR = { stroke: 'var(--chart-line)', strokeDasharray: '3 3' } as const

/** Returns the props of a line, which has a gap where it is not known. */
const lineProps = (values: readonly (number | null)[], color: string) =>
  ({
    stroke: color,
    strokeWidth: 2,
    connectNulls: false,
    isAnimationActive: false,
    activeDot: { r: 4, fill: color },
    dot: ({ cx, cy, index, key }) =>
      isIsolatedValue(values, index) ? (
        <circle key={key} cx={cx} cy={cy} r={2.5} fill={color} />
      ) : (
        <g key={key} />
      ),
  }) satisfies Partial<LineProps>

interface LinePanelProps {
  readonly rows: ReturnType<typeof toRechartsRows>
  readonly line: NonNullable<ChartData['line']>
  readonly syncId: string
  readonly axis: Axis
  /** Width of the axis, the same as above. */
  readonly width: number
}

/**
 * Draws the stepped line below the bars, on a scale that shows how it moves, with a gap where it is unknown. The bars'
 * tooltip shows its values.
 */
function LinePanel({ rows, line, syncId, axis, width }: LinePanelProps) {
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
            <XAxis dataKey="place" hide scale="band" />
            <YAxis {...yAxisProps(axis, width)} />
            <Tooltip content={() => null} cursor={LINE_CURSOR} />
            <Line dataKey="line" type="step" {...lineProps(line.values, 'var(--chart-line)')} />
          </LineChart>
        </ResponsiveContainer>
      </div>
    </>
  )
}
