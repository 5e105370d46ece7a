import type { PageRange } from '@/app/_server'
import { BreakdownTable, SpendView } from '@/components/spend'
import { Card } from '@/components/ui'
import type { TeamCtx } from '@/lib/db'
import { listKeys } from '@/lib/keys'
import type { RollupDimension } from '@/lib/ledger'
import { listSpend, type SeriesName } from '@/lib/spend'
import { listMembers } from '@/lib/teams'
import { listWallets } from '@/lib/wallets'
import { bucketLinks } from './bucket-links'
import type { UsageQuery } from './query'
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
  const [names, wallets] = await Promise.all([namesOf(ctx, range, by), listWallets(ctx)])
  const [report, unknownCalls] = await Promise.all([
    listSpend(ctx, {
      range: range.range,
      dimension: DIMENSIONS[by],
      ...(range.environmentId && { environmentId: range.environmentId }),
      walletIds: wallets.map(({ id }) => id),
      nameOf: (id) => names.get(id) ?? { label: `Former ${by} (${id.slice(0, 8)})`, color: null },
    }),
    unknownCallsBy(ctx, range, DIMENSIONS[by]),
  ])
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

async function namesOf(ctx: TeamCtx, range: PageRange, by: Grouping): Promise<Map<string, SeriesName>> {
  if (by === 'environment')
    return new Map(range.environments.map(({ id, name, color }) => [id, { label: name, color }]))
  if (by === 'operation')
    return new Map(['timeline', 'search', 'followers'].map((label) => [label, { label, color: null }]))
  if (by === 'member')
    return new Map((await listMembers(ctx)).map(({ id, name }) => [id, { label: name, color: null }]))
  const keys = await listKeys(ctx)
  return new Map(keys.map(({ id, name, prefix }) => [id, { label: `${name} (${prefix}…)`, color: null }]))
}
