'use client'

import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { FirstFocus } from './first-focus'
import { useLate } from './use-late'

interface OpenedDrawerProps {
  readonly isOpen: boolean
  readonly title: string
  readonly isWide?: boolean | undefined
  readonly children: ReactNode
  onClose(): void
}

/** The drawer itself: closed in its first moment, so that it learns where the focus was. */
export function OpenedDrawer({ isOpen, title, isWide = false, children, onClose }: OpenedDrawerProps) {
  const late = useLate(isOpen || null)
  return (
    <Drawer
      opened={late.input !== null}
      onClose={onClose}
      title={title}
      position="right"
      size={isWide ? 720 : 480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FirstFocus>{children}</FirstFocus>
    </Drawer>
  )
}
