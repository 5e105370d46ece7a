import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled region of a page. */
export function Card({ title, description, actions, children }: CardProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" mb="sm" gap="xs">
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Paper>
  )
}

/** Holds a card's place while it loads; `height` in pixels is what the card will need. */
export function CardSkeleton({ title, height = 160 }: { readonly title: string; readonly height?: number }) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title} aria-busy="true">
      <Stack gap="sm">
        <Skeleton height={22} width="30%" />
        <Skeleton height={height} />
      </Stack>
    </Paper>
  )
}
