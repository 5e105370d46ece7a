'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { type Refusal, RefusalAlert } from '@/components/forms'
import { OpenedDialog } from '@/components/ui'

interface DeleteDialogProps
  extends Pick<ComponentProps<typeof OpenedDialog>, 'isOpen' | 'returnTo' | 'onClose'> {
  readonly name: string
  /** What is lost. */
  readonly lost: string
  readonly isPending: boolean
  readonly refusal: Refusal | null
  onConfirm(): void
}

/** Asks once before a service is deleted. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, lost, isPending, refusal, onConfirm, ...dialog } = props
  return (
    <OpenedDialog place="middle" title={`Delete ${name}?`} {...dialog}>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <Text size="sm">
          {lost} Its budgets count nothing more. What it used stays on the ledger and in usage, under its
          name. This cannot be undone.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={onConfirm}>
            Delete service
          </Button>
        </Group>
      </Stack>
    </OpenedDialog>
  )
}
