'use client'

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { type ChartData, isLonely, type rowsOf } from './chart-data'
import classes from './charts.module.css'
import { MARGIN, yAxisOf } from './plot-parts'
import { axisOfMoves, scaleWords } from './ticks'

interface LinePanelProps {
  readonly rows: ReturnType<typeof rowsOf>
  readonly line: NonNullable<ChartData['line']>
  readonly syncId: string
  labelAt(place: number): string
}

/**
 * Draws the stepped line below the bars, on a scale that shows how it moves, with a gap where it is unknown. The bars'
 * tooltip shows its values.
 */
export function LinePanel({ rows, line, syncId, labelAt }: LinePanelProps) {
  const axis = axisOfMoves(line.values.flatMap((value) => value ?? []))
  return (
    <>
      <div className={classes.axis}>
        {line.axis}
        {scaleWords(axis)}
      </div>
      <div className={classes.line}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={rows} margin={{ ...MARGIN, bottom: 6 }} accessibilityLayer={false} syncId={syncId}>
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis dataKey="place" tickFormatter={labelAt} hide scale="band" />
            <YAxis {...yAxisOf(axis)} />
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
                isLonely(line.values, index) ? (
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
