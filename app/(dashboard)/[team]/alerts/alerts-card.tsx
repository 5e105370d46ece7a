import { Stack } from '@mantine/core'
import { AlertList, PastAlerts, WaitingList } from '@/components/alerts'
import { Card, EmptyState } from '@/components/ui'
import { listAlerts } from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { teamNeeds } from '../team-needs'
import { acknowledgeAlertAction, muteAlertsAction } from './actions'

export async function AlertsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const [alerts, needs] = await Promise.all([listAlerts(ctx), teamNeeds(ctx)])
  const { slug, timeZone } = ctx.team
  const { role } = ctx.actor
  const open = alerts.filter(({ recoveredAt }) => recoveredAt === null)
  const waiting = needs.filter(({ kind }) => kind === 'raise' || kind === 'unknown_calls')
  const past = alerts.filter(({ recoveredAt }) => recoveredAt !== null)
  return (
    <Stack>
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
          <WaitingList team={slug} needs={waiting} />
        </Stack>
      </Card>
      {past.length > 0 && (
        <Card title="Over" description="The latest 200 at most.">
          <PastAlerts team={slug} alerts={past} timeZone={timeZone} />
        </Card>
      )}
    </Stack>
  )
}
