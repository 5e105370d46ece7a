'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { RefusalAlert } from '@/components/ui'

/** Confirms the address of a channel by a button, because a mail program may open the page by itself. */
export function ConfirmChannelAddress(props: {
  readonly token: string
  readonly confirm: Action<{ token: string }>
}) {
  const { call, isPending, refusal } = useAction(props.confirm)
  const [isDone, setDone] = useState(false)
  if (isDone) return <Text role="status">The address is confirmed. Alerts will arrive there.</Text>
  const confirm = async () => setDone((await call({ token: props.token })).ok)
  return (
    <Stack>
      <RefusalAlert refusal={refusal} />
      <Text size="sm">If you do not want this, close the page: nothing will be sent.</Text>
      <Button onClick={confirm} loading={isPending}>
        Confirm the address
      </Button>
    </Stack>
  )
}
