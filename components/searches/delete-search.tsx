'use client'

import { useRouter } from 'next/navigation'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ConfirmButton, tell } from '@/components/ui'

interface DeleteSearchProps {
  readonly team: string
  readonly searchId: string
  readonly remove: Action<{ team: string; searchId: string }>
}

/** Moves a search to the trash, after a question. */
export function DeleteSearch({ team, searchId, remove }: DeleteSearchProps) {
  const router = useRouter()
  const { call, refusal } = useAction(remove)
  const confirm = async () => {
    if (!(await call({ team, searchId })).ok) return
    tell('The search was deleted.')
    router.push(`/${team}/searches`)
  }
  return (
    <>
      <ConfirmButton
        size="sm"
        label="Delete search"
        title="Delete this search?"
        text="It moves to the trash on the searches page. Its runs, their items and their cost stay."
        confirmLabel="Delete the search"
        onConfirm={confirm}
      />
      <RefusalAlert refusal={refusal} />
    </>
  )
}
