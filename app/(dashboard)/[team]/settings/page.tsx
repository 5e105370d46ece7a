import { Alert, Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { TeamForm } from '@/components/settings'
import { FactList, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { processSingleton } from '@/lib/platform/process'
import { listTimeZones } from '@/lib/teams/teams'
import { ExampleOffer } from '../next-steps'
import { updateTeamAction } from './actions'

export const metadata = { title: 'Team · settings' }

interface SettingsPageProps {
  readonly params: Promise<{ team: string }>
}

/** Shows the team's name and time zone. */
export default async function SettingsPage({ params }: SettingsPageProps) {
  const { team, actor } = await requireMember(params)
  const { slug, name, timeZone } = team
  const isAdmin = hasRole(actor.role, 'admin')
  return (
    <>
      <PageHeader title="Team" description={!isAdmin && 'Admins change the settings.'} />
      <Stack maw={720}>
        {isAdmin && <DoorNotes />}
        {isAdmin ? (
          <TeamForm team={{ slug, name, timeZone }} timeZones={listTimeZones()} update={updateTeamAction} />
        ) : (
          <FactList facts={{ 'Team name': name, 'Time zone': timeZone }} />
        )}
        <ExampleOffer userId={actor.userId} />
      </Stack>
    </>
  )
}

/** Shows what the door found in the deployment that an operator should change; see lib/server/front/door.ts. */
function DoorNotes() {
  const notes = processSingleton('door-notes', () => new Map<string, string>())
  return [...notes].map(([name, text]) => (
    <Alert key={name} color="yellow" variant="light" title="This installation">
      {text}
    </Alert>
  ))
}
