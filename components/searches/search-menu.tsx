'use client'

import { useRouter } from 'next/navigation'
import { type Action, useAction } from '@/components/forms'
import { RowMenu, showMessage } from '@/components/ui'

interface SearchMenuProps {
  readonly team: string
  readonly search: { readonly id: string; readonly name: string }
  readonly remove: Action<{ team: string; searchId: string }>
}

/** Offers what else can be done to a search: it moves to the trash, after a question. */
export function SearchMenu({ team, search, remove }: SearchMenuProps) {
  const router = useRouter()
  const { call } = useAction(remove)
  const confirm = async () => {
    const called = await call({ team, searchId: search.id })
    if (called.ok) {
      showMessage('The search was deleted.')
      router.push(`/${team}/searches`)
    }
    return called
  }
  return (
    <RowMenu
      name={search.name}
      isInHeader
      actions={[
        {
          label: 'Delete search',
          isDanger: true,
          asks: {
            title: 'Delete this search?',
            text: 'It moves to the trash on the searches page. Its runs, their items and their cost stay.',
            confirmLabel: 'Delete the search',
          },
          act: confirm,
        },
      ]}
    />
  )
}
