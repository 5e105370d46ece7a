'use client'

import { Paper, Text } from '@mantine/core'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisText } from './chart-data'
import classes from './charts.module.css'
import { AXIS, MARGIN, Y_WIDTH } from './plot-parts'

interface BandRow {
  readonly label: string
  readonly low: number
  readonly middle: number
  readonly high: number
}

interface BandPlotProps {
  readonly name: string
  readonly unit: string
  readonly rows: readonly BandRow[]
}

/** A band with its middle. To a screen reader it is an image; the text beside it says what it shows. */
export default function BandPlot({ name, unit, rows }: BandPlotProps) {
  const data = rows.map(({ label, low, middle, high }) => ({ label, middle, band: [low, high] }))
  return (
    <div role="img" aria-label={name} className={classes.band}>
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart data={data} margin={MARGIN} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
          <XAxis dataKey="label" minTickGap={40} {...AXIS} />
          <YAxis width={Y_WIDTH} tickFormatter={axisText} {...AXIS} />
          <Tooltip
            isAnimationActive={false}
            content={({ active, label }) => {
              const row = active ? rows.find((one) => one.label === label) : undefined
              return row ? (
                <Paper withBorder shadow="md" p="xs" className={classes.tooltip}>
                  <Text size="sm" fw={600}>
                    {row.label}
                  </Text>
                  <Text size="sm">
                    {axisText(row.middle)} {unit}, in 80 of 100 futures {axisText(row.low)} to{' '}
                    {axisText(row.high)}
                  </Text>
                </Paper>
              ) : null
            }}
          />
          <Area
            dataKey="band"
            stroke="none"
            fill="var(--chart-blue)"
            fillOpacity={0.2}
            isAnimationActive={false}
            activeDot={false}
          />
          <Area
            dataKey="middle"
            stroke="var(--chart-blue)"
            strokeWidth={2}
            fill="none"
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}
