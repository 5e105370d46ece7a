'use client'

import { Button, Group } from '@mantine/core'
import { type Action, callAction } from '@/components/forms'
import { RowMenu, showFailureMessage, useDoneMessage } from '@/components/ui'
import type { SavingView } from '@/lib/alerts/savings'

export interface SavingActions {
  readonly disableKey: Action<{ team: string; keyId: string }>
  readonly pauseSchedule: Action<{ team: string; searchId: string; isPaused: boolean }>
  readonly hide: Action<{ team: string } & Pick<SavingView, 'kind' | 'subjectId'>>
}

export interface SavingButtonsProps extends SavingActions {
  readonly team: string
  readonly saving: SavingView
}

/** Renders the remedy of something that could be saved, and a way to hide it. */
export function SavingButtons({
  team,
  saving: { kind, subjectId, text, hasActiveSchedule },
  disableKey,
  pauseSchedule,
  hide,
}: SavingButtonsProps) {
  const tellDone = useDoneMessage()
  const act = async (done: string, call: Promise<{ ok: boolean; refusal: { message: string } | null }>) => {
    const { ok, refusal } = await call
    if (ok) tellDone(done)
    else if (refusal) showFailureMessage(refusal.message)
  }
  const button = { size: 'xs', variant: 'default' } as const
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {kind === 'idle_key' && (
        <Button
          {...button}
          aria-label={`Disable key: ${text}`}
          onClick={() => act('The key was disabled.', callAction(disableKey, { team, keyId: subjectId }))}
        >
          Disable key
        </Button>
      )}
      {hasActiveSchedule && (
        <Button
          {...button}
          aria-label={`Pause schedule: ${text}`}
          onClick={() =>
            act(
              'The schedule was paused.',
              callAction(pauseSchedule, { team, searchId: subjectId, isPaused: true }),
            )
          }
        >
          Pause schedule
        </Button>
      )}
      <RowMenu
        name={text}
        actions={[
          {
            label: 'Hide for 30 days',
            act: () => act('It is hidden for 30 days.', callAction(hide, { team, kind, subjectId })),
          },
        ]}
      />
    </Group>
  )
}
