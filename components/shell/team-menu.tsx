'use client'

import { Button, Menu, MenuDivider, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { IconPlus, IconSelector } from '@tabler/icons-react'
import Link from 'next/link'

interface Team {
  readonly slug: string
  readonly name: string
}

interface TeamMenuProps {
  readonly team: Team
  readonly teams: readonly Team[]
  readonly mayMakeTeams: boolean
}

/** The present team, the links to the others, and to a new one for those who may make teams. */
export function TeamMenu({ team, teams, mayMakeTeams }: TeamMenuProps) {
  return (
    <Menu position="bottom-start">
      <MenuTarget>
        <Button
          variant="default"
          size="sm"
          rightSection={<IconSelector size={16} aria-hidden />}
          maw={180}
          aria-label={`Team ${team.name}`}
        >
          {team.name}
        </Button>
      </MenuTarget>
      <MenuDropdown>
        {teams.map(({ slug, name }) => (
          <MenuItem
            key={slug}
            component={Link}
            href={`/${slug}`}
            prefetch={false}
            aria-current={slug === team.slug || undefined}
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
