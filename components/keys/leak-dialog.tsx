'use client'

import dynamic from 'next/dynamic'
import { useLate } from '@/components/ui'
import type { LeakDialogProps } from './opened-leak'

const Opened = dynamic(() => import('./opened-leak').then(({ OpenedLeak }) => OpenedLeak), { ssr: false })

/** Shows the message to the provider. The dialog loads with the first key that leaked. */
export function LeakDialog(props: LeakDialogProps) {
  return useLate(props.report).isThere && <Opened {...props} />
}
