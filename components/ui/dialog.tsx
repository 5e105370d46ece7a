'use client'

import dynamic from 'next/dynamic'
import { useLate } from './hooks'
import type { DialogProps } from './opened-dialog'

const load = () => import('./opened-dialog').then(({ OpenedDialog }) => OpenedDialog)
const OpenedDialog = dynamic(load, { ssr: false })

/** Renders a dialog whose code loads when it is first opened. */
export function Dialog(props: DialogProps) {
  return useLate(props.isOpen || null).isThere && <OpenedDialog {...props} />
}
