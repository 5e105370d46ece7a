'use client'

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type Refusal, RefusalAlert } from '@/components/forms'
import { FirstFocus } from '@/components/ui'

interface DeleteDialogProps {
  readonly name: string
  /** What is lost. */
  readonly lost: string
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly refusal: Refusal | null
  onConfirm(): void
  onClose(): void
}

/** Asks once before a service is deleted. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, lost, isOpen, isPending, refusal, onConfirm, onClose } = props
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={`Delete ${name}?`}
      centered
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FirstFocus>
        <Stack>
          <RefusalAlert refusal={refusal} />
          <Text size="sm">
            {lost} Its budgets count nothing more. What it used stays on the ledger and in usage, under its
            name. This cannot be undone.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button color="red" loading={isPending} onClick={onConfirm}>
              Delete service
            </Button>
          </Group>
        </Stack>
      </FirstFocus>
    </Modal>
  )
}
