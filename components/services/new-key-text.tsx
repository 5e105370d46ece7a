'use client'

import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton, LinkTo } from '@/components/ui'

interface NewKeyTextProps {
  readonly team: string
  readonly text: string
  readonly gateway: string
  onDone(): void
}

/** A new gateway key's text. Only its hash is stored, so it is shown this once. */
export function NewKeyText({ team, text, gateway, onDone }: NewKeyTextProps) {
  return (
    <Stack>
      <Alert role="status" variant="light" title="Gateway key">
        <Stack gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
            <CopyButton value={text} label="Copy the gateway key" />
          </Group>
          <Text size="sm">
            It is shown only once. Put it where the service keeps its secrets; create another one if you lose
            it.
          </Text>
        </Stack>
      </Alert>
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
