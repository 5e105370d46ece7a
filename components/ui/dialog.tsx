'use client'

import type { ModalProps } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useLate } from './use-late'

const OpenedDialog = dynamic(() => import('./opened-dialog').then((loaded) => loaded.OpenedDialog), {
  ssr: false,
})

/** A dialog whose code loads when it is first opened. */
export function Dialog(props: ModalProps) {
  return useLate(props.opened || null).isThere && <OpenedDialog {...props} />
}
