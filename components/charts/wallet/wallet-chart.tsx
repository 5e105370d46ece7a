'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type Column, DataTable, figureColumn } from '@/components/ui'
import { currentUnit } from '@/lib/kernel'
import { formatForecast } from '../chart-data'
import { ChartFrame, ChartLegend } from '../chart-frame'
import classes from './wallet.module.css'
import {
  type CrosshairPosition,
  crosshairPositions,
  describeCrosshairPosition,
  distinctSeries,
  hasPreviousPeriod,
  type WalletData,
} from './wallet-data'

const WalletPlot = dynamic(() => import('./wallet-plot'), {
  ssr: false,
  loading: () => <Skeleton className={classes.place ?? ''} />,
})

interface WalletChartProps {
  /** Description of what the chart shows. */
  readonly name: string
  readonly data: WalletData
}

/** Renders a wallet's balance, forecast and spend. */
export const WalletChart = ({ name, data }: WalletChartProps) => (
  <ChartFrame
    name={name}
    className={classes.place ?? ''}
    legend={
      <ChartLegend
        series={data.series}
        before={hasPreviousPeriod(data) ? data.beforeLabel : null}
        line={data.past.some(({ balance }) => balance !== null) ? 'Balance' : null}
        marks={data.marks}
      />
    }
    table={<WalletTable name={name} data={data} />}
  >
    <WalletPlot name={name} data={data} />
  </ChartFrame>
)

/** Renders the chart's content as a table, to read and copy: future days first, then back from today. */
function WalletTable({ name, data }: { readonly name: string; readonly data: WalletData }) {
  const inUnit = (label: string) => `${label} (${currentUnit()})`
  const past = (key: string, label: string, read: (index: number) => string | undefined) =>
    figureColumn<CrosshairPosition>(key, inUnit(label), ({ isComing, place }) =>
      isComing ? '' : (read(place) ?? ''),
    )
  const columns: Column<CrosshairPosition>[] = [
    { key: 'time', label: 'Time', render: (stop) => describeCrosshairPosition(data, stop).title },
    figureColumn('balance', inUnit('Balance'), ({ isComing, place }) =>
      isComing ? `about ${formatForecast(data.coming[place]?.middle ?? 0)}` : data.past[place]?.balanceText,
    ),
    figureColumn('likely', inUnit('Likely'), ({ isComing, place }) => {
      const coming = isComing ? data.coming[place] : undefined
      return coming ? `${formatForecast(coming.low)} – ${formatForecast(coming.high)}` : ''
    }),
    past('spent', 'Spent', (index) => data.past[index]?.spentText),
    ...distinctSeries(data).map(({ key, label, texts }) => past(`of ${key}`, label, (index) => texts[index])),
    past('before', data.beforeLabel, (index) => data.past[index]?.beforeText),
    {
      key: 'marks',
      label: 'Events',
      render: (stop) =>
        describeCrosshairPosition(data, stop)
          .marks.map(({ text }) => text)
          .join('; '),
    },
  ]
  return (
    <DataTable
      caption={`${name}, as a table`}
      columns={columns}
      rows={crosshairPositions(data).toReversed()}
      keyOf={({ atMs, isComing }) => `${atMs} ${isComing}`}
    />
  )
}
