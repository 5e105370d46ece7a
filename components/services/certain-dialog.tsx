'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { type Refusal, RefusalAlert } from '@/components/forms'
import { OpenedDialog } from '@/components/ui'

interface CertainDialogProps
  extends Pick<ComponentProps<typeof OpenedDialog>, 'isOpen' | 'returnTo' | 'onClose' | 'title'> {
  /** What is lost, and what stays. */
  readonly text: string
  readonly confirmLabel: string
  readonly isPending: boolean
  readonly refusal: Refusal | null
  onConfirm(): void
}

/** Asks once before what cannot be undone, and says where it was refused. */
export function CertainDialog(props: CertainDialogProps) {
  const { text, confirmLabel, isPending, refusal, onConfirm, ...dialog } = props
  return (
    <OpenedDialog place="middle" {...dialog}>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <Text size="sm">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </OpenedDialog>
  )
}
