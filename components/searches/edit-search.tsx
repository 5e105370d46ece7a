'use client'

import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { type Action, useAction } from '@/components/forms'
import { ConfirmButton } from '@/components/ui'
import type { SearchFields } from '@/lib/searches'
import { SearchForm } from './search-form'

type Fields = Pick<ComponentProps<typeof SearchForm>, 'initial' | 'environments'>

interface NewSearchProps extends Fields {
  readonly team: string
  readonly create: Action<SearchFields & { team: string }, { id: string }>
}

/** A new search: saved first, then run on its own page. */
export function NewSearch({ team, create, ...fields }: NewSearchProps) {
  const router = useRouter()
  const { call, isPending, refusal } = useAction(create)
  const save = async (input: SearchFields) => {
    const { data } = await call({ ...input, team })
    if (data) router.push(`/${team}/searches/${data.id}`)
  }
  return <SearchForm {...fields} submitLabel="Save the search" {...{ refusal, isPending }} onSubmit={save} />
}

interface EditSearchProps extends Fields {
  readonly team: string
  readonly searchId: string
  readonly update: Action<SearchFields & { team: string; searchId: string }>
  readonly remove: Action<{ team: string; searchId: string }>
}

/** Changes or deletes a search; its past runs keep what they asked. */
export function EditSearch({ team, searchId, update, remove, ...fields }: EditSearchProps) {
  const router = useRouter()
  const saved = useAction(update)
  const removed = useAction(remove)
  const save = async (input: SearchFields) => {
    if (!(await saved.call({ ...input, team, searchId })).ok) return
    notifications.show({ message: 'The search was saved.' })
    router.refresh()
  }
  const discard = async () => {
    if ((await removed.call({ team, searchId })).ok) router.push(`/${team}/searches`)
  }
  const more = (
    <ConfirmButton
      size="sm"
      label="Delete"
      title="Delete this search?"
      text="Its runs, their items and their cost stay."
      confirmLabel="Delete the search"
      onConfirm={discard}
    />
  )
  return (
    <SearchForm
      {...fields}
      submitLabel="Save changes"
      refusal={saved.refusal ?? removed.refusal}
      isPending={saved.isPending}
      more={more}
      onSubmit={save}
    />
  )
}
