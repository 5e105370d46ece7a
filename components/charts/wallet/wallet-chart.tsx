'use client'

import { Skeleton, Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Segments } from '@/components/ui'
import { colorsOf } from '../colors'
import { WhenSeen } from '../when-seen'
import classes from './wallet.module.css'
import { hasBefore, type WalletData } from './wallet-data'
import { WalletTable } from './wallet-table'

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
  const colors = colorsOf(data.series)
  return (
    <Stack gap="xs">
      <div className={classes.head}>
        <ul className={classes.legend} aria-label="What is drawn">
          {data.past.some(({ balance }) => balance !== null) && (
            <li className={classes.ofLine}>
              <span className={classes.swatch} data-line aria-hidden />
              Balance
            </li>
          )}
          {data.series.map(({ key, label }, order) => (
            <li key={key}>
              <span className={classes.swatch} style={{ background: colors[order] }} aria-hidden />
              {label}
            </li>
          ))}
          {hasBefore(data) && (
            <li>
              <span className={classes.swatch} style={{ background: 'var(--chart-ghost)' }} aria-hidden />
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
        <WhenSeen className={classes.place ?? ''} onPaper={<WalletTable name={name} data={data} />}>
          <WalletPlot name={name} data={data} />
        </WhenSeen>
      )}
    </Stack>
  )
}
