'use client'

import { Button } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'

interface Team {
  readonly slug: string
  readonly name: string
}

const load = () => import('./team-list').then(({ TeamList }) => TeamList)

/** The present team, and the links to the others. */
export function TeamMenu({ team, teams }: { readonly team: Team; readonly teams: readonly Team[] }) {
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={{ teams }}
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
