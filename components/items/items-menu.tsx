'use client'

import { RefusalAlert } from '@/components/forms'
import { RowMenu } from '@/components/ui'
import { type DeleteItemsProps, useDeleteItems } from './use-delete-items'

interface ItemsMenuProps<Input> extends DeleteItemsProps<Input> {
  /** What the menu is of. */
  readonly name: string
  readonly isInHeader?: boolean
}

/** The deletion of items in a menu, where it is not what a page is for. */
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
