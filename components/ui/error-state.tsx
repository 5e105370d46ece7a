'use client'

import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

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
