'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import Link from 'next/link'
import type { OnDemandButton } from '@/components/ui'

interface TeamListProps {
  readonly button: OnDemandButton
  readonly teams: readonly { readonly slug: string; readonly name: string }[]
}

/** The links to a person's teams. */
export function TeamList({ button, teams }: TeamListProps) {
  return (
    <Menu position="bottom-start">
      <MenuTarget>{button}</MenuTarget>
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
