import { PastAlerts } from '@/components/alerts'
import { Card, EmptyState, ListPages } from '@/components/ui'
import { listPastAlerts } from '@/lib/alerts/alerts'
import type { TeamCtx } from '@/lib/platform/db'
import { type AlertQuery, hrefToAlerts } from './alert-address'

interface PastAlertsCardProps {
  readonly ctx: TeamCtx
  readonly query: AlertQuery
}

/** Lists alerts that are over, page by page. Renders nothing if there are none. */
export async function PastAlertsCard({ ctx, query }: PastAlertsCardProps) {
  const { slug, timeZone } = ctx.team
  const { alerts, hasMore } = await listPastAlerts(ctx, query.past)
  if (alerts.length === 0 && query.past === undefined) return null
  const hrefTo = (past: string | undefined) => hrefToAlerts(slug, { ...query, past })
  return (
    <Card title="Over">
      {alerts.length === 0 ? (
        <EmptyState title="No older alert" text="No alert was over before." />
      ) : (
        <PastAlerts team={slug} alerts={alerts} timeZone={timeZone} />
      )}
      <ListPages
        of="alerts"
        newest={query.past === undefined ? null : hrefTo(undefined)}
        older={hasMore ? hrefTo(alerts.at(-1)?.id) : null}
      />
    </Card>
  )
}
