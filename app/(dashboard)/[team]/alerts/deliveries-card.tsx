import { ChannelFilter, DeliveryTable, SendSince } from '@/components/alerts'
import { Card, EmptyState, ListPages } from '@/components/ui'
import { listChannels, listDeliveries } from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { sendAgainAction, sendSinceAction } from './actions'
import { type AlertQuery, hrefToAlerts } from './alert-address'

interface DeliveriesCardProps {
  readonly ctx: TeamCtx
  readonly query: AlertQuery
}

export async function DeliveriesCard({ ctx, query }: DeliveriesCardProps) {
  const channels = await listChannels(ctx)
  const chosen = channels.find(({ id }) => id === query.channel)?.id
  const { deliveries, hasMore } = await listDeliveries(ctx, chosen, query.sent)
  const hrefTo = (sent: string | undefined) => hrefToAlerts(ctx.team.slug, { ...query, sent })
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const used = channels.filter(({ enabled }) => enabled)
  return (
    <Card
      title="Messages sent"
      description="Every message to a channel, and whether it arrived. Messages about events are kept for 30 days."
    >
      {channels.length > 1 && <ChannelFilter team={ctx.team.slug} channels={channels} chosen={chosen} />}
      {deliveries.length === 0 ? (
        <EmptyState title="None yet" text="Messages to channels are listed here, and whether they arrived." />
      ) : (
        <DeliveryTable
          team={ctx.team.slug}
          deliveries={deliveries}
          timeZone={ctx.team.timeZone}
          sendAgain={isAdmin ? sendAgainAction : null}
        />
      )}
      <ListPages
        of="messages"
        newest={query.sent === undefined ? null : hrefTo(undefined)}
        older={hasMore ? hrefTo(deliveries.at(-1)?.id) : null}
      />
      {isAdmin && deliveries.length > 0 && used.length > 0 && (
        <SendSince
          team={ctx.team.slug}
          channels={used.map(({ id, name }) => ({ id, name }))}
          send={sendSinceAction}
        />
      )}
    </Card>
  )
}
