'use client'

import { UnstyledButton } from '@mantine/core'
import { OnDemand } from '@/components/ui'
import classes from './shell.module.css'

interface UserMenuProps {
  readonly user: { readonly name: string; readonly email: string; readonly role: string }
  onSignOut(): Promise<void>
}

const load = () => import('./person-list').then(({ PersonList }) => PersonList)

/** Shows the signed-in person, their account, and sign-out. */
export function UserMenu({ user, onSignOut }: UserMenuProps) {
  return (
    <OnDemand
      popup="menu"
      load={load}
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
