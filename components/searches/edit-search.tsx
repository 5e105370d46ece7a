'use client'

import { Button, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type ComponentProps, useContext } from 'react'
import { type Action, useAction } from '@/components/forms'
import { DrawerCloseContext, showMessage } from '@/components/ui'
import type { AllSearchFields } from '@/lib/collect/searches'
import { SearchForm } from './search-form'

type Fields = Pick<ComponentProps<typeof SearchForm>, 'initial' | 'environments' | 'keys' | 'offersTop'>

interface NewSearchProps extends Fields {
  readonly team: string
  readonly create: Action<AllSearchFields & { team: string }, { id: string }>
}

/** Creates a search, which is saved first and then run on its own page. */
export function NewSearch({ team, create, ...fields }: NewSearchProps) {
  const router = useRouter()
  const { call, isPending, refusal } = useAction(create)
  const save = async (input: AllSearchFields) => {
    const { data } = await call({ ...input, team })
    if (data) router.push(`/${team}/searches/${data.id}`)
  }
  return (
    <SearchForm
      {...fields}
      submitLabel="Save search"
      refusal={refusal}
      isPending={isPending}
      onSubmit={save}
    />
  )
}

interface EditSearchProps extends NewSearchProps {
  readonly searchId: string
  /** True if the member may change the search; anybody may save a copy. */
  readonly mayChange: boolean
  readonly update: Action<AllSearchFields & { team: string; searchId: string }>
}

/** Changes or copies a search. Its past runs keep their question. */
export function EditSearch(props: EditSearchProps) {
  const { team, searchId, mayChange, create, update, initial, ...fields } = props
  const router = useRouter()
  const closeDrawer = useContext(DrawerCloseContext)
  const saved = useAction(update)
  const copied = useAction(create)
  const save = async (input: AllSearchFields) => {
    copied.reset()
    if (!(await saved.call({ ...input, team, searchId })).ok) return
    showMessage('The search was saved.')
    closeDrawer?.()
    router.refresh()
  }
  const copy = async (input: AllSearchFields) => {
    saved.reset()
    const name = input.name === initial.name ? `${input.name.slice(0, 73)} (copy)` : input.name
    const { data } = await copied.call({ ...input, name, team })
    if (!data) return
    showMessage('The copy was saved. This is its page.')
    router.push(`/${team}/searches/${data.id}`)
  }
  const more = (form: AllSearchFields, reset: () => void) => (
    <>
      {mayChange && (
        <Button variant="default" onClick={() => copy(form)} loading={copied.isPending}>
          Save as a copy
        </Button>
      )}
      {JSON.stringify(form) !== JSON.stringify(initial) && (
        <>
          <Button variant="subtle" onClick={reset}>
            Discard the changes
          </Button>
          <Text size="sm" role="status">
            There are changes that are not saved.
          </Text>
        </>
      )}
    </>
  )
  return (
    <SearchForm
      key={JSON.stringify(initial)}
      {...fields}
      initial={initial}
      submitLabel={mayChange ? 'Save changes' : 'Save as a copy'}
      refusal={saved.refusal ?? copied.refusal}
      isPending={mayChange ? saved.isPending : copied.isPending}
      more={more}
      onSubmit={mayChange ? save : copy}
    />
  )
}
