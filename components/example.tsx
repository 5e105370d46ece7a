'use client'

import { Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { type Action, useAction } from '@/components/forms'
import { ConfirmButton, showFailureMessage } from '@/components/ui'

export interface RemoveExampleProps {
  readonly team: string
  readonly remove: Action<{ team: string }>
  /** Says what an example is. */
  readonly text: string
}

/** Says beside the team's name that nothing in it is real, and removes it for admins. */
export function RemoveExample({ team, remove, text }: RemoveExampleProps) {
  const { call } = useAction(remove)
  const leave = async () => {
    const called = await call({ team })
    if (called.ok) window.location.assign('/')
    return called
  }
  return (
    <ConfirmButton
      label="Example data"
      size="compact-xs"
      leftSection={<IconFlask size={12} aria-hidden />}
      title="Example data"
      text={`${text} Removing the example deletes this team and everything in it. Your other teams stay as they are.`}
      confirmLabel="Remove the example"
      onConfirm={leave}
    />
  )
}

interface LoadExampleProps {
  readonly load: Action<{ timeZone: string }, { slug: string }>
}

/** Offers a team of made-up data, for looking around before there is real data. */
export function LoadExample({ load }: LoadExampleProps) {
  const { call, isPending } = useAction(load)
  const open = async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const { data, refusal } = await call({ timeZone })
    if (data) window.location.assign(`/${data.slug}`)
    else if (refusal) showFailureMessage(refusal.message)
  }
  return (
    <Group gap="sm">
      <Button variant="default" loading={isPending} onClick={() => void open()}>
        Load example data
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isPending
          ? 'Creating 90 days of data. This takes a few seconds.'
          : 'A separate team with 90 days of made-up data. One click removes it.'}
      </Text>
    </Group>
  )
}
