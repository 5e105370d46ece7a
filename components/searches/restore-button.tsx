'use client'

import { Button } from '@mantine/core'
import { type Action, useAction } from '@/components/forms'
import { RefusalAlert } from '@/components/ui'

export type RestoreSearch = Action<{ team: string; searchId: string }>

interface RestoreButtonProps {
  readonly team: string
  readonly searchId: string
  readonly name: string
  readonly restore: RestoreSearch
  /** Called once it is restored. */
  onDone?(): void
}

/** Takes a search out of the trash. */
export function RestoreButton({ team, searchId, name, restore, onDone }: RestoreButtonProps) {
  const { call, isPending, refusal } = useAction(restore, 'The search was restored.')
  const back = async () => {
    if ((await call({ team, searchId })).ok) onDone?.()
  }
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Button size="xs" variant="default" onClick={back} loading={isPending} aria-label={`Restore ${name}`}>
        Restore
      </Button>
    </>
  )
}
