'use client'

import { Anchor, Container, Group } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useLastTeam, Wordmark } from '@/components/ui'

interface AccountFrameProps {
  readonly isAdmin: boolean
  /** The person's teams: the link back leads to the one that they came from. */
  readonly teams: readonly { readonly slug: string; readonly name: string }[]
  /** Content at the right-hand end of the top. */
  readonly end: ReactNode
  readonly children: ReactNode
}

const OWN = { href: '/account', label: 'Account' }
const ADMIN = [
  { href: '/account/people', label: 'People' },
  { href: '/account/audit', label: 'Audit log' },
]

/** Renders the frame of the account pages, which belong to no team. */
export function AccountFrame({ isAdmin, teams, end, children }: AccountFrameProps) {
  const here = usePathname()
  const team = useLastTeam(teams)
  const places = [OWN, ...(isAdmin ? ADMIN : [])]
  return (
    <Container size={960} py={{ base: 'md', sm: 'xl' }}>
      <Group component="header" justify="space-between" mb="xl">
        <Group component="nav" aria-label="Account" gap="lg">
          <Wordmark />
          {places.map(({ href, label }) => (
            <Anchor
              key={href}
              component={Link}
              href={href}
              prefetch={false}
              size="sm"
              underline={href === here ? 'always' : 'hover'}
              aria-current={href === here ? 'page' : undefined}
            >
              {label}
            </Anchor>
          ))}
        </Group>
        <Group gap="lg">
          {team && (
            <Anchor component={Link} href={`/${team.slug}`} prefetch={false} size="sm" underline="hover">
              Back to {team.name}
            </Anchor>
          )}
          {end}
        </Group>
      </Group>
      <main>{children}</main>
    </Container>
  )
}
