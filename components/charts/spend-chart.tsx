'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type CSSProperties, useState } from 'react'
import { Segments } from '@/components/ui'
import { unitTitle } from '@/lib/kernel'
import { type ChartData, isLineDrawn } from './chart-data'
import { ChartFrame, ChartLegend } from './chart-frame'
import { ChartTable, type SelectBucket } from './chart-table'
import classes from './charts.module.css'
import type { SelectSpan } from './use-drag'
import { RenderWhenVisible } from './when-seen'

// recharts is large and draws only in the browser, so it loads when the chart is seen, into a reserved place.
const SpendPlot = dynamic(() => import('./spend-plot'), {
  ssr: false,
  loading: () => <Skeleton className={classes.plot ?? ''} />,
})

interface SpendChartProps {
  /** Description of what the chart shows. */
  readonly name: string
  readonly data: ChartData
  /** The same buckets in another unit; adds a switch between the two. */
  readonly otherUnit?: ChartData
  /** Targets of the legend's entries, by the key of their series. */
  readonly seriesHrefs?: Readonly<Record<string, string>> | undefined
  /** Leads to the pages behind a bar; `seriesKey` is null for the bucket as a whole. */
  readonly onSelect?: SelectBucket
  /** Leads to a span that was drawn over the chart. */
  readonly onSpan?: SelectSpan
  /** True if the page is about it: it is taller where there is room, and lower on a phone. */
  readonly isMain?: boolean
}

/** Renders a chart of spend per bucket with its legend, and the same numbers as a table behind a toggle. */
export function SpendChart({
  name,
  data,
  otherUnit,
  seriesHrefs,
  onSelect,
  onSpan,
  isMain,
}: SpendChartProps) {
  const [unit, setUnit] = useState(data.unit)
  const shown = otherUnit && unit === otherUnit.unit ? otherUnit : data
  const { before, line, marks = [] } = shown
  const isCompared = before?.values.some((value) => value !== null && value !== 0)
  return (
    <div className={isMain ? classes.main : undefined}>
      <ChartFrame
        name={name}
        className={classes.plot ?? ''}
        legend={
          <ChartLegend
            series={shown.series}
            before={before && isCompared ? before.label : null}
            line={line && isLineDrawn(line) ? line.label : null}
            marks={marks.flat()}
            hrefs={seriesHrefs}
          />
        }
        otherSwitch={
          otherUnit && (
            <Segments
              label={`Unit: ${name}`}
              value={shown.unit}
              onChange={setUnit}
              choices={[data.unit, otherUnit.unit].map((value) => ({ value, label: unitTitle(value) }))}
            />
          )
        }
        table={<ChartTable name={name} data={shown} onSelect={onSelect} />}
      >
        {/* A new key for other buckets: the position of the mouse in the old chart does not exist in it. */}
        <SpendPlot
          key={`${data.buckets[0]?.key} ${data.buckets.length}`}
          name={name}
          data={shown}
          onSelect={onSelect}
          onSpan={onSpan}
        />
      </ChartFrame>
    </div>
  )
}

interface LineChartProps {
  readonly name: string
  /** Description of the line, for those who do not see it. */
  readonly description: string
  readonly data: ChartData
}

/** Renders a low chart of one line that moves, whose figures are beside it. */
export const LineChart = (props: LineChartProps) => (
  <div style={LOW}>
    <RenderWhenVisible className={classes.plot ?? ''} onPaper={props.description}>
      <SpendPlot {...props} />
    </RenderWhenVisible>
  </div>
)

const LOW = { '--plot-height': '140px' } as CSSProperties
