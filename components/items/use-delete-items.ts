'use client'

import { type Action, useAction } from '@/components/forms'
import { useTellDone } from '@/components/ui'
import type { StoredItems } from '@/lib/collect/items'
import { plural } from '@/lib/kernel'

export interface DeleteItemsProps<Input> {
  /** Subject of the items, in the form that the action takes. */
  readonly input: Input
  readonly label: string
  readonly title: string
  /** The deletion in words, and what it leaves. */
  readonly text: string
  readonly remove: Action<Input, StoredItems>
}

/** Deletes items, and says how many. */
export function useDeleteItems<Input>({ input, remove }: Pick<DeleteItemsProps<Input>, 'input' | 'remove'>) {
  const tellDone = useTellDone()
  const { call, refusal } = useAction(remove)
  const confirm = async () => {
    const { data } = await call(input)
    if (data) tellDone(`${plural(data.items, 'item')} deleted.`)
  }
  return { refusal, confirm }
}
