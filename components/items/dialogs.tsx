'use client'

import dynamic from 'next/dynamic'
import { useLate } from '@/components/ui'
import type { NoteEditorProps } from './opened-note'
import type { OpenedRaw, RawDrawerProps } from './opened-raw'

const OpenedNote = dynamic(() => import('./opened-note').then(({ OpenedNote }) => OpenedNote), { ssr: false })

/** Edits the team's note on an item. The dialog loads with the first one that somebody edits. */
export function NoteEditor(props: NoteEditorProps) {
  return useLate(props.item).isThere && <OpenedNote {...props} />
}

// The input of a drawer is up to its page, so its type is kept by hand.
const OpenedRawDrawer: typeof OpenedRaw = dynamic(
  () => import('./opened-raw').then(({ OpenedRaw }) => OpenedRaw),
  {
    ssr: false,
  },
) as typeof OpenedRaw

/** Shows everything that the upstream sent. Both the content and the drawer load on request. */
export function RawDrawer<Input>(props: RawDrawerProps<Input>) {
  return useLate(props.input).isThere && <OpenedRawDrawer {...props} />
}
