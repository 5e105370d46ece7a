'use client'

import { Button } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'

interface Team {
  readonly slug: string
  readonly name: string
}

const load = () => import('./team-list').then(({ TeamList }) => TeamList)

interface TeamMenuProps {
  readonly team: Team
  readonly teams: readonly Team[]
  readonly mayMakeTeams: boolean
}

/** The present team, the links to the others, and to a new one for those who may make teams. */
export function TeamMenu({ team, teams, mayMakeTeams }: TeamMenuProps) {
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={{ slug: team.slug, teams, mayMakeTeams }}
      button={
        <Button
          variant="default"
          size="sm"
          rightSection={<IconSelector size={16} aria-hidden />}
          maw={180}
          aria-label={`Team ${team.name}`}
        >
          {team.name}
        </Button>
      }
    />
  )
}
