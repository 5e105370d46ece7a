import type { PageRange } from '@/app/_server'
import { Card } from '@/components/ui'
import { BreakdownTable, SpendView } from '@/components/usage'
import type { RollupDimension } from '@/lib/money/ledger'
import { listSpend } from '@/lib/money/usage'
import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { bucketLinks } from './bucket-links'
import type { UsageQuery } from './query'
import { seriesNames } from './series-names'

type Grouping = UsageQuery['by']

const DIMENSIONS: Record<Grouping, RollupDimension> = {
  environment: 'environmentId',
  key: 'keyId',
  member: 'memberId',
  operation: 'operation',
}

/** What of the address narrows the ledger to one series. */
const PARAMETERS: Record<Grouping, string> = {
  environment: 'environment',
  key: 'key',
  member: 'member',
  operation: 'operation',
}

interface UsageCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly by: Grouping
}

/** Spend in the range, grouped, as a chart and as a table. */
export async function UsageCard({ ctx, range, by }: UsageCardProps) {
  const wallets = await listWallets(ctx)
  const read = await listSpend(ctx, {
    range: range.range,
    dimension: DIMENSIONS[by],
    ...(range.environmentId && { environmentId: range.environmentId }),
    walletIds: wallets.map(({ id }) => id),
    nameOf: (label) => ({ label, color: null }),
  })
  const nameOf = await seriesNames(ctx, range, by, Object.keys(read.unknownCalls))
  const report = { ...read, series: read.series.map((each) => ({ ...each, ...nameOf(each.key) })) }
  return (
    <Card title={`Spend by ${by}`} description={`By ${report.step}, in ${range.timeZone}`}>
      <SpendView
        name={`Spend by ${by}`}
        report={report}
        hrefs={bucketLinks(ctx.team.slug, range, report, by)}
        seriesParameter={PARAMETERS[by]}
      />
      {report.series.length > 0 && (
        <BreakdownTable by={by} series={report.series} unknownCalls={report.unknownCalls} />
      )}
    </Card>
  )
}
