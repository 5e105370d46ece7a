import { DeliveryTable } from '@/components/alerts'
import { Card, EmptyState } from '@/components/ui'
import { listDeliveries } from '@/lib/alerts/alerts'
import type { TeamCtx } from '@/lib/platform/db'

export async function DeliveriesCard({ ctx }: { readonly ctx: TeamCtx }) {
  const deliveries = await listDeliveries(ctx)
  return (
    <Card
      title="Messages sent"
      description="Each message to each channel, and its result: the latest 200 at most."
    >
      {deliveries.length === 0 ? (
        <EmptyState title="None yet" text="Messages to channels are listed here, with what went wrong." />
      ) : (
        <DeliveryTable deliveries={deliveries} timeZone={ctx.team.timeZone} />
      )}
    </Card>
  )
}
