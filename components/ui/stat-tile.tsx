import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One figure: compact on screen, exact on hover. */
export function StatTile(props: {
  readonly label: string
  readonly value: ReactNode
  /** The exact figure. */
  readonly exact?: string
  readonly hint?: ReactNode
}) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {props.label}
      </Text>
      <Text size="xl" fw={650} title={props.exact}>
        {props.value}
      </Text>
      {props.hint && (
        <Text size="sm" c="dimmed">
          {props.hint}
        </Text>
      )}
    </Paper>
  )
}
