import { serviceNow } from '@/app/_server'
import { LiveFigures } from '@/components/services'
import { Card } from '@/components/ui'
import type { ServiceCardProps } from './use-card'

/** Shows the service's present activity at the gateway. */
export async function LiveCard({ ctx, service, title }: ServiceCardProps) {
  return (
    <Card title={title}>
      <LiveFigures team={ctx.team.slug} serviceId={service.id} first={await serviceNow(ctx, service.id)} />
    </Card>
  )
}
