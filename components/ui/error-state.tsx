'use client'

import { Button, Paper, Stack, Text } from '@mantine/core'

/**
 * Says that something failed: what to do, the id to quote, another try. Made of parts that every page has, because
 * what failed may be the network.
 */
export function ErrorState(props: { readonly requestId: string | null; readonly onRetry: () => void }) {
  return (
    <Paper role="alert" p="md" bg="var(--bad-soft)">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" fw={600} c="var(--bad)">
          This could not be loaded
        </Text>
        <Text size="sm">Something went wrong on the server. Nothing was lost.</Text>
        {props.requestId && (
          <Text size="sm">
            Request{' '}
            <Text span size="sm" ff="monospace">
              {props.requestId}
            </Text>
          </Text>
        )}
        <Button size="xs" variant="default" onClick={props.onRetry}>
          Try again
        </Button>
      </Stack>
    </Paper>
  )
}
