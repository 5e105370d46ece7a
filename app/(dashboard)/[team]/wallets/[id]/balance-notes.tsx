import { ButtonLink, Note } from '@/components/ui'
import { listOpenAlerts } from '@/lib/alerts/alerts'
import { asReadHere, hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'

interface BalanceNotesProps {
  readonly ctx: TeamCtx
  readonly walletId: string
}

const KINDS = new Set(['low_balance', 'run_out'])
const INCIDENT = 'outside_spend'

/**
 * Shows what is open about the wallet's balance. An alert links here, so this repeats what it says, with what can be
 * done. An incident replaces the other notes: it comes first, and a phone's first screen must still hold the chart.
 */
export async function BalanceNotes({ ctx, walletId }: BalanceNotesProps) {
  const open = (await listOpenAlerts(ctx)).filter(({ subjectId }) => subjectId === walletId)
  if (open.some(({ kind, acknowledgedBy }) => kind === INCIDENT && acknowledgedBy === null)) return null
  const alerts = `/${ctx.team.slug}/alerts`
  return open
    .filter(({ kind }) => KINDS.has(kind))
    .map(({ id, title, detail, acknowledgedBy }) => (
      <Note
        key={id}
        tone="bad"
        lead={`${asReadHere(title)}.`}
        actions={
          <>
            <ButtonLink href={alerts} size="xs" variant="default">
              See alert
            </ButtonLink>
            {hasRole(ctx.actor.role, 'admin') && (
              <ButtonLink href={`${alerts}#watched`} size="xs" variant="default">
                Change when to warn
              </ButtonLink>
            )}
          </>
        }
      >
        {asReadHere(detail)}
        {acknowledgedBy && ` ${acknowledgedBy} handles it.`}
      </Note>
    ))
}
