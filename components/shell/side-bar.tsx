'use client'

import { ActionIcon, Box, Group, Kbd, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSearch, IconSelector, IconSun } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { OnDemand, Wordmark } from '@/components/ui'
import { isCurrentPage, NAVIGATION_GROUPS } from './navigation'
import classes from './shell.module.css'

export interface SideBarProps {
  readonly team: { readonly slug: string; readonly name: string }
  readonly teams: readonly { readonly slug: string; readonly name: string }[]
  readonly mayMakeTeams: boolean
  readonly user: { readonly name: string; readonly email: string; readonly role: string }
  /** Says so if what the team sees is not real. */
  readonly chip: ReactNode
  /** Link to the alerts. */
  readonly bell: ReactNode
  onSignOut(): Promise<void>
  /** Called when another page was chosen. */
  onLeave(): void
  /** Called when the command palette is requested. */
  onFind(): void
}

/** Shows the team, search, the team's places in groups, and the person. */
export function SideBar(props: SideBarProps) {
  const { team, teams, mayMakeTeams, user, chip, bell, onSignOut, onLeave, onFind } = props
  const pathname = usePathname()
  const base = `/${team.slug}`
  return (
    <>
      <Box visibleFrom="sm" px={8} pb={8} fz="sm">
        <Wordmark />
      </Box>
      <Group gap={8} wrap="nowrap">
        <TeamMenu team={team} teams={teams} mayMakeTeams={mayMakeTeams} />
        <Box visibleFrom="sm">{bell}</Box>
      </Group>
      {chip && (
        <Box visibleFrom="sm" px={8}>
          {chip}
        </Box>
      )}
      <UnstyledButton className={classes.find} onClick={onFind} aria-label="Find or do something">
        <IconSearch size={16} aria-hidden />
        <span>Find…</span>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <Box component="nav" flex="1 0 auto" aria-label="Team">
        {NAVIGATION_GROUPS.map(({ label, places }) => (
          <div key={label ?? 'first'} className={classes.group}>
            {label && (
              <Text size="xs" fw={500} c="dimmed" px={8} pb={4}>
                {label}
              </Text>
            )}
            {places.map((place) => {
              const Icon = place.icon
              return (
                <Link
                  key={place.label}
                  href={base + place.path}
                  prefetch={false}
                  aria-current={isCurrentPage(base, place, pathname) ? 'page' : undefined}
                  onClick={onLeave}
                >
                  <Icon size={18} stroke={1.75} aria-hidden />
                  {place.label}
                </Link>
              )
            })}
          </div>
        ))}
      </Box>
      <Group gap={8} wrap="nowrap">
        <UserMenu user={user} onSignOut={onSignOut} />
        <ColorSchemeToggle />
      </Group>
    </>
  )
}

interface Team {
  readonly slug: string
  readonly name: string
}

const loadTeams = () => import('./team-list').then(({ TeamList }) => TeamList)

interface TeamMenuProps {
  readonly team: Team
  readonly teams: readonly Team[]
  readonly mayMakeTeams: boolean
}

/** Shows the current team, with links to the others, and to a new one for those who may create teams. */
function TeamMenu({ team, teams, mayMakeTeams }: TeamMenuProps) {
  return (
    <OnDemand
      popup="menu"
      load={loadTeams}
      content={{ slug: team.slug, teams, mayMakeTeams }}
      button={
        <UnstyledButton className={classes.teamButton} aria-label={`Team ${team.name}`}>
          <i aria-hidden>{[...team.name.toUpperCase()][0]}</i>
          <span title={team.name}>{team.name}</span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      }
    />
  )
}

interface UserMenuProps {
  readonly user: { readonly name: string; readonly email: string; readonly role: string }
  onSignOut(): Promise<void>
}

const loadPerson = () => import('./person-list').then(({ PersonList }) => PersonList)

/** Shows the signed-in person, their account, and sign-out. */
function UserMenu({ user, onSignOut }: UserMenuProps) {
  return (
    <OnDemand
      popup="menu"
      load={loadPerson}
      content={{ user, onSignOut }}
      button={
        <UnstyledButton className={classes.personButton} aria-label={`Account of ${user.name}`}>
          <b>{user.name}</b>
          <small>{user.role}</small>
        </UnstyledButton>
      }
    />
  )
}

/**
 * Switches between light and dark. Both icons are rendered and one is hidden, because the server does not know the
 * choice.
 */
function ColorSchemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label="Switch between light and dark"
      onClick={toggleColorScheme}
    >
      <Box lightHidden component={IconSun} size={18} />
      <Box darkHidden component={IconMoon} size={18} />
    </ActionIcon>
  )
}
