'use client'

import { loadDialogWhenOpened } from '@/components/ui'

/** Edits the team's note on an item. */
export const NoteEditor = loadDialogWhenOpened(
  () => import('./opened-note').then(({ OpenedNote }) => OpenedNote),
  ({ item }) => item !== null,
)

/** Shows one item where there is no room for it beside the list. */
export const ItemDrawer = loadDialogWhenOpened(
  () => import('./opened-item').then(({ OpenedItem }) => OpenedItem),
  ({ item }) => item !== null,
)

/** Shows everything that the upstream sent. Both the content and the drawer load on request. */
export const RawDrawer = loadDialogWhenOpened(
  () => import('./opened-raw').then(({ OpenedRaw }) => OpenedRaw),
  ({ input }) => input !== null,
)
