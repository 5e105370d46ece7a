'use client'

import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import Link, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { ColorSchemeToggle } from '@/components/ui'
import { GROUPS, isHere } from './navigation'
import { SandboxBadge } from './sandbox-badge'
import classes from './shell.module.css'
import { TeamMenu } from './team-menu'
import { UserMenu } from './user-menu'

export interface SideBarProps {
  readonly team: { readonly slug: string; readonly name: string }
  readonly teams: readonly { readonly slug: string; readonly name: string }[]
  readonly mayMakeTeams: boolean
  readonly user: { readonly name: string; readonly email: string; readonly role: string }
  /** True if everything that the team sees is pretended by the built-in upstream. */
  readonly isSandbox: boolean
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
  const { team, teams, mayMakeTeams, user, isSandbox, bell, onSignOut, onLeave, onFind } = props
  const pathname = usePathname()
  const base = `/${team.slug}`
  return (
    <>
      <div className={classes.team}>
        <TeamMenu team={team} teams={teams} mayMakeTeams={mayMakeTeams} />
        <div className={classes.wide}>{bell}</div>
      </div>
      {isSandbox && (
        <div className={classes.sandbox}>
          <SandboxBadge />
        </div>
      )}
      <UnstyledButton className={classes.find} onClick={onFind} aria-label="Find or do something">
        <IconSearch size={16} aria-hidden />
        <span>Find…</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      <nav className={classes.places} aria-label="Team">
        {GROUPS.map(({ label, places }) => (
          <div key={label ?? 'first'} className={classes.group}>
            {label && <span className={classes.heading}>{label}</span>}
            {places.map((place) => {
              const Icon = place.icon
              return (
                <Link
                  key={place.label}
                  href={base + place.path}
                  prefetch={false}
                  aria-current={isHere(base, place, pathname) ? 'page' : undefined}
                  onClick={onLeave}
                >
                  <Icon size={18} stroke={1.75} aria-hidden />
                  {place.label}
                  <OnItsWay />
                </Link>
              )
            })}
          </div>
        ))}
      </nav>
      <div className={classes.person}>
        <UserMenu user={user} onSignOut={onSignOut} />
        <ColorSchemeToggle />
      </div>
    </>
  )
}

/** Shows in an entry that its page was requested, if that takes longer than a moment. */
function OnItsWay() {
  const { pending } = useLinkStatus()
  return pending && <span className={classes.pending} aria-hidden />
}
