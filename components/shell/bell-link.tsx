'use client'

import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import Link from 'next/link'

/** A bell that shows how many alerts nobody handles. */
export function BellLink({ href, count }: { readonly href: string; readonly count: number }) {
  return (
    <Indicator label={count > 99 ? '99+' : count} size={16} color="red" disabled={count === 0}>
      <ActionIcon
        component={Link}
        href={href}
        prefetch={false}
        variant="default"
        size="lg"
        aria-label={`Alerts: ${count === 0 ? 'none' : count} open`}
      >
        <IconBell size={18} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}
