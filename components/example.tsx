'use client'

import { Alert, Button, Group, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ConfirmButton, LinkTo } from '@/components/ui'

interface ExampleBarProps {
  readonly team: string
  readonly remove: Action<{ team: string }>
  /** True for admins, who alone may remove it. */
  readonly mayRemove: boolean
  /** False if a link to create a team would lead nowhere. */
  readonly mayMakeTeams: boolean
}

/** Says on every page of an example that nothing in it is real. */
export function ExampleBar({ team, remove, mayRemove, mayMakeTeams }: ExampleBarProps) {
  const { call, refusal } = useAction(remove)
  const leave = async () => {
    if ((await call({ team })).ok) window.location.assign('/')
  }
  return (
    <Alert role="note" variant="light" color="grape" mb="md" py="xs" px="sm" icon={<IconFlask aria-hidden />}>
      <RefusalAlert refusal={refusal} />
      <Group gap="xs">
        <Text size="sm">
          <b>Example data.</b> Everything here is made up.{' '}
          <Text span inherit visibleFrom="sm">
            The keys call nobody, and nothing can be bought.
          </Text>
        </Text>
        {mayMakeTeams && (
          <LinkTo href="/setup?team=new" size="sm" isQuiet>
            Create your own team
          </LinkTo>
        )}
        {mayRemove && (
          <ConfirmButton
            label="Remove the example"
            size="compact-sm"
            title="Remove the example?"
            text="This team goes with all that is in it. Nothing of your other teams changes."
            confirmLabel="Remove the example"
            onConfirm={leave}
          />
        )}
      </Group>
    </Alert>
  )
}

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
