'use client'

import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import Link from 'next/link'
import classes from './shell.module.css'

/** A bell that shows how many alerts nobody handles. */
export function BellLink({ href, count }: { readonly href: string; readonly count: number }) {
  return (
    <span className={classes.bell}>
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
      {count > 0 && <span aria-hidden>{count > 99 ? '99+' : count}</span>}
    </span>
  )
}
