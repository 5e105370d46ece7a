import { Card, LinkTo } from '@/components/ui'
import { SpendView } from '@/components/usage'
import { listSpend } from '@/lib/money/usage'
import { bucketLinks } from '../../usage/bucket-links'
import { ledgerHref } from '../../usage/ledger-href'
import { seriesNames } from '../../usage/series-names'
import type { ServiceCardProps } from './use-card'

/** Shows what the service bought in the range, by environment. */
export async function ServiceSpendCard({ ctx, service, range, title }: ServiceCardProps) {
  const nameOf = await seriesNames(ctx, range, 'environment', [])
  const report = await listSpend(ctx, {
    range: range.range,
    dimension: 'environmentId',
    principal: { kind: 'service', id: service.id },
    walletIds: [],
    nameOf,
  })
  const { slug } = ctx.team
  return (
    <Card
      title={title}
      description={`By ${report.step}, in ${range.timeZone}`}
      actions={
        <LinkTo href={ledgerHref(slug, range, { service: service.id })} size="sm">
          All calls of this service
        </LinkTo>
      }
    >
      <SpendView
        name={title}
        report={report}
        hrefs={bucketLinks(slug, range, report, { by: 'environment', service: service.id })}
        seriesParameter="environment"
      />
    </Card>
  )
}
