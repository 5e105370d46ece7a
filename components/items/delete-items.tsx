'use client'

import { Stack } from '@mantine/core'
import { RefusalAlert } from '@/components/forms'
import { ConfirmButton } from '@/components/ui'
import { type DeleteItemsProps, useDeleteItems } from './use-delete-items'

/** Deletes items after a question that says what is deleted and what is kept. */
export function DeleteItems<Input>({ label, title, text, ...deletion }: DeleteItemsProps<Input>) {
  const { refusal, confirm } = useDeleteItems(deletion)
  return (
    <Stack gap="xs" align="flex-start">
      <ConfirmButton
        label={label}
        title={title}
        text={text}
        confirmLabel="Delete the items"
        onConfirm={confirm}
      />
      <RefusalAlert refusal={refusal} />
    </Stack>
  )
}
