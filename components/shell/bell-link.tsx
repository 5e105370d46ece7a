'use client'

import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useHydrated } from '@/components/ui'
import classes from './shell.module.css'

/** Shows a bell with the number of alerts that nobody handles. */
export function BellLink({ href, count }: { readonly href: string; readonly count: number }) {
  // It may hydrate only after the person has moved on, and React leaves the attributes that the server sent.
  const isHydrated = useHydrated()
  const isHere = usePathname() === href && isHydrated
  return (
    <span className={classes.bell}>
      <ActionIcon
        component={Link}
        href={href}
        prefetch={false}
        variant="subtle"
        color="gray"
        size="lg"
        aria-current={isHere ? 'page' : undefined}
        aria-label={`Alerts: ${count === 0 ? 'none' : count} open`}
      >
        <IconBell size={18} aria-hidden />
      </ActionIcon>
      {count > 0 && <span aria-hidden>{count > 99 ? '99+' : count}</span>}
    </span>
  )
}
