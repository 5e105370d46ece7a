'use client'

import { whenOpened } from '@/components/ui'

/** Shows the message to the provider. */
export const LeakDialog = whenOpened(
  () => import('./opened-leak').then(({ OpenedLeak }) => OpenedLeak),
  ({ report }) => report !== null,
)
