'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type DialogProps, OpenedDialog } from './opened-dialog'

interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'returnTo' | 'onClose'> {
  readonly isPending: boolean
  readonly title: string
  readonly text: ReactNode
  /** Notice of a refusal, above the text. */
  readonly notice?: ReactNode
  readonly confirmLabel: string
  /** True if nothing is lost by it. */
  readonly isHarmless?: boolean | undefined
  onConfirm(): void
}

/** Asks before an act that cannot be undone. Red is reserved for loss. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isPending, text, notice, confirmLabel, isHarmless = false, onConfirm, ...dialog } = props
  return (
    <OpenedDialog place="middle" {...dialog}>
      <Stack>
        {notice}
        <Text size="sm">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button {...(!isHarmless && { color: 'red' })} loading={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </OpenedDialog>
  )
}
