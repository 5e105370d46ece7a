'use client'

import { ActionIcon, Menu, MenuDropdown, MenuItem, MenuLabel, MenuTarget } from '@mantine/core'
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import Link from 'next/link'

interface UserMenuProps {
  readonly user: { readonly name: string; readonly email: string; readonly role: string }
  onSignOut(): Promise<void>
}

/** The signed-in person, their account, and sign-out. */
export function UserMenu({ user, onSignOut }: UserMenuProps) {
  return (
    <Menu position="bottom-end">
      <MenuTarget>
        <ActionIcon variant="default" size="lg" aria-label={`Account of ${user.name}`}>
          <IconUser size={18} aria-hidden />
        </ActionIcon>
      </MenuTarget>
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
