'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import classes from './charts.module.css'

/** A band drawn over days; recharts comes after the page, into a place kept for it. */
export const BalanceBand = dynamic(() => import('./band-plot'), {
  ssr: false,
  loading: () => <Skeleton className={classes.band ?? ''} />,
})
