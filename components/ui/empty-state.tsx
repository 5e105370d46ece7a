'use client'

import { Stack, Text } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dimmed } from './dimmed'

/** Says why nothing is here yet, and offers one action. */
export function EmptyState(props: {
  readonly title: string
  readonly text?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" bg="var(--sunken)" bdrs="lg">
      <Text span c="dimmed" lh={1} aria-hidden>
        {props.icon ?? <IconInbox size={22} />}
      </Text>
      <Text fw={600}>{props.title}</Text>
      {props.text && <Dimmed maw={440}>{props.text}</Dimmed>}
      {props.action}
    </Stack>
  )
}
