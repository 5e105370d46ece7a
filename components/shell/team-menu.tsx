'use client'

import { UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import classes from './shell.module.css'

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

/** Shows the present team, with links to the others, and to a new one for those who may create teams. */
export function TeamMenu({ team, teams, mayMakeTeams }: TeamMenuProps) {
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={{ slug: team.slug, teams, mayMakeTeams }}
      button={
        <UnstyledButton className={classes.teamButton} aria-label={`Team ${team.name}`}>
          <i aria-hidden>{[...team.name.toUpperCase()][0]}</i>
          <span title={team.name}>{team.name}</span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      }
    />
  )
}
