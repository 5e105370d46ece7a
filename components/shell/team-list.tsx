'use client'

import { Menu, MenuDivider, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import Link from 'next/link'
import type { OnDemandButton } from '@/components/ui'

interface TeamListProps {
  readonly button: OnDemandButton
  /** Slug of the current team. */
  readonly slug: string
  readonly teams: readonly { readonly slug: string; readonly name: string }[]
  readonly mayMakeTeams: boolean
}

/** Links to a person's teams, and to a new one. */
export function TeamList({ button, slug: present, teams, mayMakeTeams }: TeamListProps) {
  return (
    <Menu position="bottom-start">
      <MenuTarget>{button}</MenuTarget>
      <MenuDropdown>
        {teams.map(({ slug, name }) => (
          <MenuItem
            key={slug}
            component={Link}
            href={`/${slug}`}
            prefetch={false}
            aria-current={slug === present || undefined}
          >
            {name}
          </MenuItem>
        ))}
        {mayMakeTeams && (
          <>
            <MenuDivider />
            <MenuItem
              component={Link}
              href="/setup?team=new"
              prefetch={false}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New team
            </MenuItem>
          </>
        )}
      </MenuDropdown>
    </Menu>
  )
}
