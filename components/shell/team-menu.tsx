'use client'

import { Button, Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import Link from 'next/link'

interface Team {
  readonly slug: string
  readonly name: string
}

/** The present team, and the links to the others. */
export function TeamMenu({ team, teams }: { readonly team: Team; readonly teams: readonly Team[] }) {
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
          <MenuItem key={slug} component={Link} href={`/${slug}`} prefetch={false}>
            {name}
          </MenuItem>
        ))}
      </MenuDropdown>
    </Menu>
  )
}
