'use client'

import { loadDialogWhenOpened } from '@/components/ui'
import type { OpenedRaw } from './opened-raw'

/** Edits the team's note on an item. */
export const NoteEditor = loadDialogWhenOpened(
  () => import('./opened-note').then(({ OpenedNote }) => OpenedNote),
  ({ item }) => item !== null,
)

/** Shows everything that the upstream sent. Both the content and the drawer load on request. */
export const RawDrawer = loadDialogWhenOpened(
  () => import('./opened-raw').then(({ OpenedRaw }) => OpenedRaw),
  ({ input }) => input !== null,
  // The input of a drawer is up to its page, so its type is kept by hand.
) as typeof OpenedRaw
