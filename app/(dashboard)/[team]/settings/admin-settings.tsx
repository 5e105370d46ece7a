import { Alert } from '@mantine/core'
import { TeamForm } from '@/components/settings'
import { Card } from '@/components/ui'
import { formatCount, formatMoment } from '@/lib/kernel'
import { findBackfill } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { listTimeZones } from '@/lib/teams/teams'
import { updateTeamAction } from './actions'

/** Props of the cards that only admins see and change. */
interface CardProps {
  readonly ctx: TeamCtx
}

/** Shows what the door found in the deployment that an operator should change; see lib/server/cli/door.mjs. */
export function DoorNotes() {
  const notes = processWide('door-notes', () => new Map<string, string>())
  return [...notes].map(([name, text]) => (
    <Alert key={name} color="yellow" variant="light" title="This installation">
      {text}
    </Alert>
  ))
}

/** Shows the progress of the backfill until it is done. */
export async function BackfillNote({ ctx }: CardProps) {
  const filling = await findBackfill(ctx)
  if (!filling) return null
  return (
    <Alert color="blue" variant="light" title="Older calls are being filled in">
      {formatCount(filling.entries)} so far, newest first, down to{' '}
      {formatMoment(filling.at, ctx.team.timeZone)}. All sums are right meanwhile. By search or schedule they
      lack what is older.
    </Alert>
  )
}

export function TeamCard({ ctx }: CardProps) {
  const { slug, name, timeZone } = ctx.team
  return (
    <Card title="Team">
      <TeamForm team={{ slug, name, timeZone }} timeZones={listTimeZones()} update={updateTeamAction} />
    </Card>
  )
}
