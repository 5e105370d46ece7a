'use client'

import dynamic from 'next/dynamic'
import { useLate } from '@/components/ui'
import type { NoteEditorProps } from './opened-note'

const Opened = dynamic(() => import('./opened-note').then(({ OpenedNote }) => OpenedNote), { ssr: false })

/** Edits the team's note on an item. The dialog loads with the first one that somebody edits. */
export function NoteEditor(props: NoteEditorProps) {
  return useLate(props.item).isThere && <Opened {...props} />
}
