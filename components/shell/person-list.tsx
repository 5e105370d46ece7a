'use client'

import { Menu, MenuDropdown, MenuItem, MenuLabel, MenuTarget } from '@mantine/core'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import Link from 'next/link'
import type { OnDemandButton } from '@/components/ui'

interface PersonListProps {
  readonly button: OnDemandButton
  readonly user: { readonly name: string; readonly email: string; readonly role: string }
  onSignOut(): Promise<void>
}

/** Shows who is signed in, their account, and sign-out. */
export function PersonList({ button, user, onSignOut }: PersonListProps) {
  return (
    <Menu position="top-start">
      <MenuTarget>{button}</MenuTarget>
      <MenuDropdown>
        <MenuLabel>
          {user.name} · {user.role}
          <br />
          {user.email}
        </MenuLabel>
        <MenuItem
          component={Link}
          href="/account"
          prefetch={false}
          leftSection={<IconSettings size={16} aria-hidden />}
        >
          Account
        </MenuItem>
        <MenuItem leftSection={<IconLogout size={16} aria-hidden />} onClick={onSignOut}>
          Sign out
        </MenuItem>
        <MenuLabel>Purser {process.env.PURSER_VERSION}</MenuLabel>
      </MenuDropdown>
    </Menu>
  )
}
