'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import classes from './charts.module.css'

/** A band over days; recharts loads after the page, into a reserved place. */
export const BalanceBand = dynamic(() => import('./band-plot'), {
  ssr: false,
  loading: () => <Skeleton className={classes.band ?? ''} />,
})
