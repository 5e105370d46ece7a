'use client'

import { Modal, type ModalProps } from '@mantine/core'
import { FirstFocus } from './first-focus'
import { useLate } from './use-late'

/** The dialog itself: closed in its first moment, so that it learns where the focus was. */
export function OpenedDialog({ opened, children, ...props }: ModalProps) {
  const isOpen = useLate(opened || null).input !== null
  return (
    <Modal opened={isOpen} closeButtonProps={{ 'aria-label': 'Close' }} {...props}>
      <FirstFocus>{children}</FirstFocus>
    </Modal>
  )
}
