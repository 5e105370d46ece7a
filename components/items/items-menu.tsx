'use client'

import { type Action, useAction } from '@/components/forms'
import { RowMenu, useDoneMessage } from '@/components/ui'
import type { StoredItems } from '@/lib/collect/items'
import { formatPlural } from '@/lib/kernel'

interface ItemsMenuProps<Input> {
  /** Subject of the menu. */
  readonly name: string
  readonly isInHeader?: boolean
  /** Subject of the items, in the form that the action takes. */
  readonly input: Input
  readonly label: string
  readonly title: string
  /** The deletion in words, and what it leaves. */
  readonly text: string
  readonly remove: Action<Input, StoredItems>
}

/** Offers the deletion of items in a menu, on pages with another purpose, and says how many were deleted. */
export function ItemsMenu<Input>(props: ItemsMenuProps<Input>) {
  const { name, isInHeader = false, input, label, title, text, remove } = props
  const tellDone = useDoneMessage()
  const { call } = useAction(remove)
  const confirm = async () => {
    const called = await call(input)
    if (called.data) tellDone(`${formatPlural(called.data.items, 'item')} deleted.`)
    return called
  }
  return (
    <RowMenu
      name={name}
      isInHeader={isInHeader}
      actions={[
        { label, isDanger: true, asks: { title, text, confirmLabel: 'Delete the items' }, act: confirm },
      ]}
    />
  )
}
