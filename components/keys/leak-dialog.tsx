'use client'

import { loadDialogWhenOpened } from '@/components/ui'

/** Shows the message to the provider. */
export const LeakDialog = loadDialogWhenOpened(
  () => import('./opened-leak').then(({ OpenedLeak }) => OpenedLeak),
  ({ report }) => report !== null,
)
