import { AcknowledgeIncident } from '@/components/alerts'
import { ButtonLink, PageNote } from '@/components/ui'
import { listIncidents, type OpenIncident } from '@/lib/alerts/alerts'
import { formatShortDay, formatShortMoment, formatWithUnit, hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { acknowledgeAlertAction } from '../../alerts/actions'

interface IncidentNotesProps {
  readonly ctx: TeamCtx
  readonly walletId: string
}

/** Shows a wallet's outside spend that nobody has acknowledged: a note stays until somebody says what the spend was. */
export async function IncidentNotes({ ctx, walletId }: IncidentNotesProps) {
  const incidents = await listIncidents(ctx)
  const { slug: team } = ctx.team
  return incidents
    .filter((incident) => incident.walletId === walletId)
    .map((alert) => (
      <PageNote
        key={alert.id}
        tone="bad"
        lead={`${alert.walletName} lost ${formatWithUnit(alert.nano)} ${whenOf(alert)}${alert.isPerhaps ? '' : '.'}`}
        actions={
          // A viewer cannot acknowledge it.
          hasRole(ctx.actor.role, 'member') && (
            <>
              {hasRole(ctx.actor.role, 'admin') && (
                <ButtonLink href={`/${team}/wallets/${alert.walletId}?tab=check`} size="xs" variant="default">
                  Find out who
                </ButtonLink>
              )}
              <AcknowledgeIncident team={team} alert={alert} acknowledge={acknowledgeAlertAction} />
            </>
          )
        }
      >
        {alert.isPerhaps
          ? 'beyond what your team’s pages should have cost. The next pages will show whether a price has changed.'
          : // Kept short: on a phone, two days of notes must still leave the first screen to the rest.
            'No call explains it: a key may be used elsewhere.'}
      </PageNote>
    ))
}

function whenOf({ from, to }: OpenIncident): string {
  const [first, last] = [formatShortDay(from), formatShortDay(to)]
  return first === last ? `on ${last}` : `between ${formatShortMoment(from)} and ${formatShortMoment(to)}`
}
