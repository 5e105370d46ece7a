'use client'

import { Skeleton, Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { type Column, DataTable, Segments } from '@/components/ui'
import { currentUnit } from '@/lib/kernel'
import { formatAxisValue, seriesColors } from '../chart-data'
import charts from '../charts.module.css'
import { RenderWhenVisible } from '../when-seen'
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

/**
 * Renders a wallet's balance, forecast and spend, and the same as a table behind a switch. Its drawing loads when it
 * is seen.
 */
export function WalletChart({ name, data }: WalletChartProps) {
  const [isTable, setTable] = useState(false)
  const colors = seriesColors(data.series)
  return (
    <Stack gap="xs">
      <div className={classes.head}>
        <ul className={classes.legend} aria-label="Legend">
          {data.past.some(({ balance }) => balance !== null) && (
            <li className={classes.ofLine}>
              <span className={charts.stroke} aria-hidden />
              Balance
            </li>
          )}
          {data.series.map(({ key, label }, order) => (
            <li key={key}>
              <span className={charts.swatch} style={{ background: colors[order] }} aria-hidden />
              {label}
            </li>
          ))}
          {hasPreviousPeriod(data) && (
            <li>
              <span className={charts.swatch} style={{ background: 'var(--chart-ghost)' }} aria-hidden />
              {data.beforeLabel}
            </li>
          )}
        </ul>
        <Segments
          label={`How to show: ${name}`}
          value={isTable ? 'table' : 'chart'}
          onChange={(value) => setTable(value === 'table')}
          choices={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </div>
      {isTable ? (
        <WalletTable name={name} data={data} />
      ) : (
        <RenderWhenVisible className={classes.place ?? ''} onPaper={<WalletTable name={name} data={data} />}>
          <WalletPlot name={name} data={data} />
        </RenderWhenVisible>
      )}
    </Stack>
  )
}

/** Renders the chart's content as a table, to read and copy: future days first, then back from today. */
function WalletTable({ name, data }: { readonly name: string; readonly data: WalletData }) {
  const past = (read: (index: number) => string | undefined) => (stop: CrosshairPosition) =>
    stop.isComing ? '' : (read(stop.place) ?? '')
  const columns: Column<CrosshairPosition>[] = [
    { key: 'time', label: 'Time', render: (stop) => describeCrosshairPosition(data, stop).title },
    {
      key: 'balance',
      label: `Balance (${currentUnit()})`,
      isNumeric: true,
      render: (stop) =>
        stop.isComing
          ? `about ${formatAxisValue(data.coming[stop.place]?.middle ?? 0)}`
          : data.past[stop.place]?.balanceText,
    },
    {
      key: 'likely',
      label: `Likely (${currentUnit()})`,
      isNumeric: true,
      render: ({ isComing, place }) => {
        const coming = isComing ? data.coming[place] : undefined
        return coming ? `${formatAxisValue(coming.low)} – ${formatAxisValue(coming.high)}` : ''
      },
    },
    {
      key: 'spent',
      label: `Spent (${currentUnit()})`,
      isNumeric: true,
      render: past((index) => data.past[index]?.spentText),
    },
    ...distinctSeries(data).map(({ key, label, texts }) => ({
      key: `of ${key}`,
      label: `${label} (${currentUnit()})`,
      isNumeric: true,
      render: past((index) => texts[index]),
    })),
    {
      key: 'before',
      label: `${data.beforeLabel} (${currentUnit()})`,
      isNumeric: true,
      render: past((index) => data.past[index]?.beforeText),
    },
    {
      key: 'marks',
      label: 'Events',
      render: (stop) => describeCrosshairPosition(data, stop).marks.join('; '),
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
