'use client'

import { RefusalAlert } from '@/components/forms'
import { RowMenu } from '@/components/ui'
import { type DeleteItemsProps, useDeleteItems } from './use-delete-items'

interface ItemsMenuProps<Input> extends DeleteItemsProps<Input> {
  /** Subject of the menu. */
  readonly name: string
  readonly isInHeader?: boolean
}

/** Offers the deletion of items in a menu, on pages with another purpose. */
export function ItemsMenu<Input>({ name, isInHeader = false, ...deletion }: ItemsMenuProps<Input>) {
  const { label, title, text } = deletion
  const { refusal, confirm } = useDeleteItems(deletion)
  return (
    <>
      <RowMenu
        name={name}
        isInHeader={isInHeader}
        actions={[
          {
            label,
            isDanger: true,
            asks: { title, text, confirmLabel: 'Delete the items' },
            act: confirm,
          },
        ]}
      />
      <RefusalAlert refusal={refusal} />
    </>
  )
}
