import { Stack } from '@mantine/core'
import { AlertList, WaitingList } from '@/components/alerts'
import { Card, EmptyState } from '@/components/ui'
import { listOpenAlerts } from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { teamNeeds } from '../team-needs'
import { acknowledgeAlertAction, muteAlertsAction } from './actions'

export async function AlertsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const [open, needs] = await Promise.all([listOpenAlerts(ctx), teamNeeds(ctx)])
  const { slug, timeZone } = ctx.team
  const { role } = ctx.actor
  const waiting = needs.filter(({ kind }) => kind === 'raise' || kind === 'unknown_calls')
  return (
    <Card title="Now">
      {open.length + waiting.length === 0 && <EmptyState title="All is well" text="No alert is open." />}
      <Stack gap="lg">
        {open.length > 0 && (
          <AlertList
            team={slug}
            alerts={open}
            timeZone={timeZone}
            acknowledge={hasRole(role, 'member') ? acknowledgeAlertAction : null}
            mute={hasRole(role, 'admin') ? muteAlertsAction : null}
          />
        )}
        <WaitingList team={slug} needs={waiting} isAdmin={hasRole(role, 'admin')} />
      </Stack>
    </Card>
  )
}
