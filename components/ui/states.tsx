'use client'

import { Alert, Button, Code, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Nothing is here yet: says why, and offers one action. */
export function EmptyState(props: {
  readonly title: string
  readonly text?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py="lg" ta="center">
      <ThemeIcon variant="light" size="xl" radius="xl" aria-hidden>
        {props.icon ?? <IconInbox size={22} />}
      </ThemeIcon>
      <Text fw={600}>{props.title}</Text>
      {props.text && (
        <Text size="sm" c="dimmed" maw={440}>
          {props.text}
        </Text>
      )}
      {props.action}
    </Stack>
  )
}

/** Something failed: what to do, the id to quote, another try. */
export function ErrorState(props: {
  readonly message?: string
  readonly requestId?: string | null
  readonly onRetry?: () => void
}) {
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle />}
      title="This could not be loaded"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{props.message ?? 'Something went wrong on the server. Nothing was lost.'}</Text>
        {props.requestId && (
          <Text size="sm">
            Request <Code>{props.requestId}</Code>
          </Text>
        )}
        {props.onRetry && (
          <Button size="xs" variant="default" onClick={props.onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** The role is not enough: says which one is needed and who can grant it. `toDo` completes "Only people … may …". */
export function ForbiddenState({ needs, toDo }: { readonly needs: string; readonly toDo: string }) {
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={`This needs the role ${needs}`}
      text={`Only people with the role ${needs} may ${toDo}. An admin of your team can give it to you.`}
    />
  )
}
