'use client'

import {
  AppShell,
  AppShellHeader,
  AppShellMain,
  AppShellNavbar,
  Box,
  Burger,
  Group,
  NavLink,
  Text,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useRef } from 'react'
import { ColorSchemeToggle } from '@/components/ui'
import { isHere, PLACES } from './navigation'
import classes from './shell.module.css'
import { TeamMenu } from './team-menu'
import { UserMenu } from './user-menu'

export interface ShellProps {
  readonly team: { readonly slug: string; readonly name: string }
  readonly teams: readonly { readonly slug: string; readonly name: string }[]
  readonly mayMakeTeams: boolean
  readonly user: { readonly name: string; readonly email: string; readonly role: string }
  /** What the top bar shows beside the team: its balance. */
  readonly balance: ReactNode
  /** The way to the alerts. */
  readonly bell: ReactNode
  readonly children: ReactNode
  onSignOut(): Promise<void>
}

/** The frame of a team's pages: navigation at the left, team, balance and person on top. */
export function Shell({ team, teams, mayMakeTeams, user, balance, bell, children, onSignOut }: ShellProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const pathname = usePathname()
  const burger = useRef<HTMLButtonElement>(null)
  const leave = () => {
    if (isOpen) burger.current?.focus()
    close()
  }
  useHotkeys([['Escape', leave]])
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <AppShellHeader>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group wrap="nowrap" gap="xs">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-expanded={isOpen}
              aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
            />
            <Text fw={750} visibleFrom="sm" mr="sm">
              Purser
            </Text>
            <TeamMenu team={team} teams={teams} mayMakeTeams={mayMakeTeams} />
          </Group>
          <Group wrap="nowrap" gap="xs">
            {balance}
            {bell}
            <Box visibleFrom="xs">
              <ColorSchemeToggle />
            </Box>
            <UserMenu user={user} onSignOut={onSignOut} />
          </Group>
        </Group>
      </AppShellHeader>
      <AppShellNavbar
        p="xs"
        component="nav"
        aria-label="Team"
        className={classes.navbar ?? ''}
        data-closed={!isOpen || undefined}
      >
        {PLACES.map(({ label, path, icon: Icon }) => {
          const href = `/${team.slug}${path}`
          const isCurrent = isHere(href, pathname, path === '')
          return (
            <NavLink
              key={label}
              component={Link}
              href={href}
              prefetch={false}
              label={label}
              leftSection={<Icon size={18} aria-hidden />}
              active={isCurrent}
              aria-current={isCurrent ? 'page' : undefined}
              onClick={close}
              className={classes.link}
            />
          )
        })}
        <Box hiddenFrom="xs" mt="md" px="xs">
          <ColorSchemeToggle />
        </Box>
      </AppShellNavbar>
      <AppShellMain id="main" tabIndex={-1} className={classes.main}>
        {children}
      </AppShellMain>
    </AppShell>
  )
}
