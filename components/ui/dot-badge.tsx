'use client'

import { Badge } from '@mantine/core'
import { Dot } from './dot'

/** A name with its colour, the same as in charts: an environment. */
export function DotBadge({ color, children }: { readonly color: string; readonly children: string }) {
  return (
    <Badge variant="default" tt="none" fw={500} miw="max-content" leftSection={<Dot color={color} />}>
      {children}
    </Badge>
  )
}
