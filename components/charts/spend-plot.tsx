'use client'

import { useId } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, YAxis } from 'recharts'
import { type ChartData, highestOf, isDrawn, lastOf, rowsOf } from './chart-data'
import type { SelectBucket } from './chart-table'
import classes from './charts.module.css'
import { colorsOf } from './colors'
import { LinePanel } from './line-panel'
import { plotMarks, topOf } from './plot-marks'
import { MARGIN, yAxisOf } from './plot-parts'
import { PlotTooltip } from './plot-tooltip'
import { axisFromZero } from './ticks'
import { TimeAxis } from './time-axis'
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
  const rows = rowsOf(data)
  const colors = colorsOf(data.series)
  const labelAt = (place: number) => data.buckets[place]?.label ?? ''
  const hasFractions = data.series.some(({ values }) => values.some((value) => !Number.isInteger(value ?? 0)))
  const select = (place: number, seriesKey: string | null) => {
    const bucket = data.buckets[place]
    if (bucket) onSelect?.(bucket.key, seriesKey)
  }
  return (
    <div role="img" aria-label={`${name}. Its numbers are in the table.`} className={classes.plot}>
      <div className={classes.axis}>{data.axis}</div>
      <div className={classes.bars} role="presentation" {...(onSpan && handlers)}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={rows}
            margin={{ ...MARGIN, top: topOf(data, MARGIN.top) }}
            accessibilityLayer={false}
            syncId={syncId}
            barCategoryGap="15%"
          >
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <TimeAxis labels={data.buckets.map(({ label }) => label)} />
            <YAxis {...yAxisOf(axisFromZero(highestOf(data), !hasFractions))} />
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
                {...(onSelect && { cursor: 'pointer', onClick: (_, place) => select(place, key) })}
              />
            ))}
            {plotMarks(data, drawn)}
          </BarChart>
        </ResponsiveContainer>
      </div>
      {data.line &&
        (isDrawn(data.line) ? (
          <LinePanel rows={rows} line={data.line} labelAt={labelAt} syncId={syncId} />
        ) : (
          <div className={classes.axis}>{lastOf(data)}</div>
        ))}
    </div>
  )
}
