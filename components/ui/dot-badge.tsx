'use client'

import { Badge, Box } from '@mantine/core'
import { shadeOf, shadeVariable } from './palette'

/** A name with its colour, the same as in charts: an environment. */
export function DotBadge({ color, children }: { readonly color: string; readonly children: string }) {
  const dot = (
    <Box
      w={8}
      h={8}
      style={{
        borderRadius: '50%',
        background: shadeVariable(shadeOf(color) ?? 'slate'),
        // A contrast theme would take it away.
        forcedColorAdjust: 'none',
      }}
      aria-hidden
    />
  )
  return (
    <Badge variant="default" tt="none" fw={500} miw="max-content" leftSection={dot}>
      {children}
    </Badge>
  )
}
