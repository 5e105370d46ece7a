'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { ComponentProps } from 'react'
import classes from './charts.module.css'
import { WhenSeen } from './when-seen'

const BandPlot = dynamic(() => import('./band-plot'), {
  ssr: false,
  loading: () => <Skeleton className={classes.band ?? ''} />,
})

/** A band over days; recharts loads when it is seen, into a reserved place. */
export function BalanceBand(props: ComponentProps<typeof BandPlot>) {
  return (
    <WhenSeen className={classes.band ?? ''}>
      <BandPlot {...props} />
    </WhenSeen>
  )
}
