import { readPageRange } from '@/app/_server'
import { Card } from '@/components/ui'
import { SpendView } from '@/components/usage'
import type { KeyView } from '@/lib/keys/keys'
import { listSpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { bucketLinks } from '../../usage/bucket-links'

interface KeySpendCardProps {
  readonly ctx: TeamCtx
  readonly shown: KeyView
  readonly title: string
}

/** Shows what the key bought in recent days, against its wallet's balance. */
export async function KeySpendCard({ ctx, shown, title }: KeySpendCardProps) {
  // No parameters: the last seven days.
  const range = await readPageRange(ctx, Promise.resolve({}))
  const report = await listSpend(ctx, {
    range: range.range,
    dimension: 'keyId',
    keyId: shown.id,
    walletIds: [shown.walletId],
    nameOf: () => ({ label: shown.name, color: shown.environmentColor }),
  })
  return (
    <Card title={title} description={`By ${report.step}, in ${range.timeZone}`}>
      <SpendView
        name={title}
        report={report}
        hrefs={bucketLinks(ctx.team.slug, range, report, { by: 'key' })}
        seriesParameter="key"
      />
    </Card>
  )
}
