import { Stack } from '@mantine/core'
import { AlertList, PastAlerts } from '@/components/alerts'
import { Card, EmptyState } from '@/components/ui'
import { listAlerts } from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { acknowledgeAlertAction, muteAlertsAction } from './actions'

export async function AlertsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const alerts = await listAlerts(ctx)
  const { slug, timeZone } = ctx.team
  const { role } = ctx.actor
  const open = alerts.filter(({ recoveredAt }) => recoveredAt === null)
  const past = alerts.filter(({ recoveredAt }) => recoveredAt !== null)
  return (
    <Stack>
      <Card title="Now">
        {open.length === 0 ? (
          <EmptyState title="All is well" text="No alert is open." />
        ) : (
          <AlertList
            team={slug}
            alerts={open}
            timeZone={timeZone}
            acknowledge={hasRole(role, 'member') ? acknowledgeAlertAction : null}
            mute={hasRole(role, 'admin') ? muteAlertsAction : null}
          />
        )}
      </Card>
      {past.length > 0 && (
        <Card title="Over" description="The latest 200 at most.">
          <PastAlerts team={slug} alerts={past} timeZone={timeZone} />
        </Card>
      )}
    </Stack>
  )
}
