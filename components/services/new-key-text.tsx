'use client'

import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton, LinkTo, ShownOnce } from '@/components/ui'

interface NewKeyTextProps {
  readonly team: string
  readonly text: string
  readonly gateway: string
  onDone(): void
}

/** Shows a new gateway key's text. Only its hash is stored, so it is shown only this once. */
export function NewKeyText({ team, text, gateway, onDone }: NewKeyTextProps) {
  return (
    <Stack>
      <ShownOnce title="Gateway key" text={text} copyLabel="Copy the gateway key" takesFocus>
        It is shown only once. Put it where the service keeps its secrets; create another one if you lose it.
      </ShownOnce>
      <Text size="sm" fw={600}>
        Base URL
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{gateway}</Code>
        <CopyButton value={gateway} label="Copy the base URL" />
      </Group>
      <LinkTo href={`/${team}/services/connect`} size="sm">
        How to connect the service
      </LinkTo>
      <Group>
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  )
}
