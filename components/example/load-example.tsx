'use client'

import { Button, Group, Text } from '@mantine/core'
import { type Action, RefusalAlert, useAction } from '@/components/forms'

interface LoadExampleProps {
  readonly load: Action<{ timeZone: string }, { slug: string }>
}

/** Offers a team of made-up data, to look around before there is any of one's own. */
export function LoadExample({ load }: LoadExampleProps) {
  const { call, refusal, isPending } = useAction(load)
  const open = async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const { data } = await call({ timeZone })
    if (data) window.location.assign(`/${data.slug}`)
  }
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Group gap="sm">
        <Button variant="default" loading={isPending} onClick={() => void open()}>
          Load example data
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {isPending
            ? 'Making up 90 days of data. This takes some seconds.'
            : 'A team of its own with 90 made-up days. One click removes it.'}
        </Text>
      </Group>
    </>
  )
}
