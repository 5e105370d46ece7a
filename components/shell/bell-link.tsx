'use client'

import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'
import { useHydrated } from '@/components/ui'
import classes from './shell.module.css'

/** Links to the alerts. Waits for `count` inside of the link, so that a link with the focus is not replaced. */
export function BellLink({ href, count }: { readonly href: string; readonly count: ReactNode }) {
  // It may hydrate only after the person has moved on, and React leaves the attributes that the server sent.
  const isHydrated = useHydrated()
  const isHere = usePathname() === href && isHydrated
  return (
    <ActionIcon
      className={classes.bell}
      component={Link}
      href={href}
      prefetch={false}
      variant="subtle"
      color="gray"
      size="lg"
      aria-current={isHere ? 'page' : undefined}
    >
      <IconBell size={18} aria-hidden />
      <Suspense fallback={<VisuallyHidden>Alerts</VisuallyHidden>}>{count}</Suspense>
    </ActionIcon>
  )
}

/** Shows the number of alerts that nobody handles. */
export const AlertCount = ({ count }: { readonly count: number }) => (
  <>
    <VisuallyHidden>{`Alerts: ${count === 0 ? 'none' : count} open`}</VisuallyHidden>
    {count > 0 && <span aria-hidden>{count > 99 ? '99+' : count}</span>}
  </>
)
