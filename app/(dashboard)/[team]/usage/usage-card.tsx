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
import { unknownCallsBy } from './unknown-calls'

type Grouping = UsageQuery['by']

const DIMENSIONS: Record<Grouping, RollupDimension> = {
  environment: 'environmentId',
  key: 'keyId',
  member: 'memberId',
  operation: 'operation',
}

/** What of the address narrows the ledger to one series; by member and operation it cannot be narrowed. */
const PARAMETERS: Record<Grouping, string | null> = {
  environment: 'environment',
  key: 'key',
  member: null,
  operation: null,
}

interface UsageCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly by: Grouping
}

/** Spend in the range, grouped, as a chart and as a table. */
export async function UsageCard({ ctx, range, by }: UsageCardProps) {
  const [unknownCalls, wallets] = await Promise.all([
    unknownCallsBy(ctx, range, DIMENSIONS[by]),
    listWallets(ctx),
  ])
  const report = await listSpend(ctx, {
    range: range.range,
    dimension: DIMENSIONS[by],
    ...(range.environmentId && { environmentId: range.environmentId }),
    walletIds: wallets.map(({ id }) => id),
    nameOf: await seriesNames(ctx, range, by, Object.keys(unknownCalls)),
  })
  return (
    <Card title={`Spend by ${by}`} description={`By ${report.step}, in ${ctx.team.timeZone}`}>
      <SpendView
        name={`Spend by ${by}`}
        report={report}
        hrefs={bucketLinks(ctx.team.slug, range, report, by)}
        seriesParameter={PARAMETERS[by]}
      />
      {report.series.length > 0 && (
        <BreakdownTable by={by} series={report.series} unknownCalls={unknownCalls} />
      )}
    </Card>
  )
}
