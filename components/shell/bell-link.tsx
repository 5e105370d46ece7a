'use client'

import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import Link from 'next/link'

/** A bell that shows how many alerts nobody handles. */
export function BellLink({ href, count }: { readonly href: string; readonly count: number }) {
  return (
    <Indicator
      label={count > 99 ? '99+' : count}
      size={16}
      offset={6}
      color="var(--bad)"
      // White would have a contrast of 2.3 on the light red of dark pages.
      styles={{ indicator: { color: 'var(--mantine-color-body)', forcedColorAdjust: 'none' } }}
      disabled={count === 0}
    >
      <ActionIcon
        component={Link}
        href={href}
        prefetch={false}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Alerts: ${count === 0 ? 'none' : count} open`}
      >
        <IconBell size={18} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}
