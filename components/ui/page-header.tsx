import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The page's one h1, with what can be done on the page. */
export function PageHeader(props: {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <Group component="header" justify="space-between" align="flex-end" mb="lg" gap="sm">
      <div>
        <Title order={1} size="h2">
          {props.title}
        </Title>
        {props.description && (
          <Text c="dimmed" size="sm">
            {props.description}
          </Text>
        )}
      </div>
      {props.actions && <Group gap="xs">{props.actions}</Group>}
    </Group>
  )
}
