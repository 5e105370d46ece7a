import { Alert } from '@mantine/core'
import { TeamForm } from '@/components/settings'
import { Card } from '@/components/ui'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { listTimeZones } from '@/lib/teams/teams'
import { updateTeamAction } from './actions'

/** Props of the cards that only admins see and change. */
interface CardProps {
  readonly ctx: TeamCtx
}

/** Shows what the door found in the deployment that an operator should change; see lib/server/front/door.ts. */
export function DoorNotes() {
  const notes = processWide('door-notes', () => new Map<string, string>())
  return [...notes].map(([name, text]) => (
    <Alert key={name} color="yellow" variant="light" title="This installation">
      {text}
    </Alert>
  ))
}

export function TeamCard({ ctx }: CardProps) {
  const { slug, name, timeZone } = ctx.team
  return (
    <Card title="Team">
      <TeamForm team={{ slug, name, timeZone }} timeZones={listTimeZones()} update={updateTeamAction} />
    </Card>
  )
}
