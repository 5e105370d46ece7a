import type { SearchParams } from '@/app/_server'
import { ChannelFilter, DeliveryTable, SendSince } from '@/components/alerts'
import { Card, EmptyState } from '@/components/ui'
import { listChannels, listDeliveries } from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { sendAgainAction, sendSinceAction } from './actions'

interface DeliveriesCardProps {
  readonly ctx: TeamCtx
  readonly searchParams: SearchParams
}

export async function DeliveriesCard({ ctx, searchParams }: DeliveriesCardProps) {
  const [{ channel }, channels] = await Promise.all([searchParams, listChannels(ctx)])
  const chosen = channels.find(({ id }) => id === channel)?.id
  const deliveries = await listDeliveries(ctx, chosen)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const used = channels.filter(({ enabled }) => enabled)
  return (
    <Card
      title="Messages sent"
      description="Each message to each channel, and its result: the latest 200 at most. Those about events stay for 30 days."
    >
      {channels.length > 1 && <ChannelFilter team={ctx.team.slug} channels={channels} chosen={chosen} />}
      {deliveries.length === 0 ? (
        <EmptyState title="None yet" text="Messages to channels are listed here, with what went wrong." />
      ) : (
        <DeliveryTable
          team={ctx.team.slug}
          deliveries={deliveries}
          timeZone={ctx.team.timeZone}
          sendAgain={isAdmin ? sendAgainAction : null}
        />
      )}
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
