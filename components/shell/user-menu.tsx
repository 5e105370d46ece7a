'use client'

import { ActionIcon } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'

interface UserMenuProps {
  readonly user: { readonly name: string; readonly email: string; readonly role: string }
  onSignOut(): Promise<void>
}

const load = () => import('./person-list').then(({ PersonList }) => PersonList)

/** The signed-in person, their account, and sign-out. */
export function UserMenu({ user, onSignOut }: UserMenuProps) {
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={{ user, onSignOut }}
      button={
        <ActionIcon variant="default" size="lg" aria-label={`Account of ${user.name}`}>
          <IconUser size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
