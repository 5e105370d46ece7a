import { Title } from '@mantine/core'
import { serviceNow } from '@/app/_server'
import { LiveFigures } from '@/components/services'
import type { ServiceCardProps } from './use-card'

/** What the service does at the gateway now. */
export async function LiveCard({ ctx, service, title }: ServiceCardProps) {
  return (
    <section aria-labelledby="now">
      <Title order={2} size="h4" id="now" mb="xs">
        {title}
      </Title>
      <LiveFigures team={ctx.team.slug} serviceId={service.id} first={await serviceNow(ctx, service.id)} />
    </section>
  )
}
