'use client'

import { Modal, type ModalProps } from '@mantine/core'
import { useLate } from './use-late'

/** The dialog itself: closed in its first moment, so that it learns where the focus was. */
export function OpenedDialog({ opened, ...props }: ModalProps) {
  const isOpen = useLate(opened || null).input !== null
  return <Modal opened={isOpen} closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
}
