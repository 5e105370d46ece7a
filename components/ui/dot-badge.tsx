'use client'

import { Badge, Box } from '@mantine/core'

/** A name with its colour: an environment. */
export function DotBadge({ color, children }: { readonly color: string; readonly children: string }) {
  const dot = <Box w={8} h={8} bg={color} style={{ borderRadius: '50%' }} aria-hidden />
  return (
    <Badge variant="default" tt="none" fw={500} miw="max-content" leftSection={dot}>
      {children}
    </Badge>
  )
}
