'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FirstFocus } from './first-focus'
import { useLate } from './use-late'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly title: string
  readonly text: ReactNode
  readonly confirmLabel: string
  onConfirm(): void
  onClose(): void
}

/** The question before an act that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, isPending, title, text, confirmLabel, onConfirm, onClose } = props
  const late = useLate(isOpen || null)
  return (
    <Modal
      opened={late.input !== null}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FirstFocus>
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button color="red" loading={isPending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </FirstFocus>
    </Modal>
  )
}
