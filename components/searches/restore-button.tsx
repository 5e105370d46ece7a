'use client'

import { type Action, ActionButton } from '@/components/forms'

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
export const RestoreButton = ({ team, searchId, name, restore, onDone }: RestoreButtonProps) => (
  <ActionButton
    label="Restore"
    aria-label={`Restore ${name}`}
    action={restore}
    input={{ team, searchId }}
    done="The search was restored."
    {...(onDone && { onDone })}
  />
)
