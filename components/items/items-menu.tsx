'use client'

import dynamic from 'next/dynamic'
import { type Action, useAction } from '@/components/forms'
import { RowMenu, useDoneMessage } from '@/components/ui'
import type { StoredItems } from '@/lib/collect/items'
import { formatPlural } from '@/lib/kernel'

// Loaded on demand, because few deletions are refused.
const RefusalAlert = dynamic(() =>
  import('@/components/forms/refusal-alert').then((loaded) => loaded.RefusalAlert),
)

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
      {refusal && <RefusalAlert refusal={refusal} />}
    </>
  )
}

interface DeleteItemsProps<Input> {
  /** Subject of the items, in the form that the action takes. */
  readonly input: Input
  readonly label: string
  readonly title: string
  /** The deletion in words, and what it leaves. */
  readonly text: string
  readonly remove: Action<Input, StoredItems>
}

/** Deletes items, and says how many. */
function useDeleteItems<Input>({ input, remove }: Pick<DeleteItemsProps<Input>, 'input' | 'remove'>) {
  const tellDone = useDoneMessage()
  const { call, refusal } = useAction(remove)
  const confirm = async () => {
    const { data } = await call(input)
    if (data) tellDone(`${formatPlural(data.items, 'item')} deleted.`)
  }
  return { refusal, confirm }
}
