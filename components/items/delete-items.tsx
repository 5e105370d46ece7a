'use client'

import { Stack } from '@mantine/core'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ConfirmButton, useTellDone } from '@/components/ui'
import type { StoredItems } from '@/lib/collect/items'
import { plural } from '@/lib/kernel'

interface DeleteItemsProps<Input> {
  /** What they are the items of, as the action takes it. */
  readonly input: Input
  readonly label: string
  readonly title: string
  /** What will be deleted, and what stays. */
  readonly text: string
  readonly remove: Action<Input, StoredItems>
}

/** Deletes items after a question that says what is deleted and what is kept. */
export function DeleteItems<Input>({ input, label, title, text, remove }: DeleteItemsProps<Input>) {
  const tellDone = useTellDone()
  const { call, refusal } = useAction(remove)
  const confirm = async () => {
    const { data } = await call(input)
    if (!data) return
    tellDone(`${plural(data.items, 'item')} deleted.`)
  }
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
