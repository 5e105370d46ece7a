import { Button } from '@mantine/core'
import type { PageRange } from '@/app/_server'
import { Card } from '@/components/ui'
import { SpendView, UsageTable } from '@/components/usage'
import { listSpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { teamWallets } from '../team-wallets'
import { bucketLinks } from './bucket-links'
import { DIMENSIONS, MEMBERS } from './dimensions'
import { GROUPING_NAMES } from './groupings'
import type { UsageQuery } from './query'
import { seriesLinks } from './series-links'
import { seriesNames } from './series-names'
import { usageFileHref } from './usage-file'
import { usageFilter } from './usage-filter'
import { usageRows } from './usage-rows'

interface UsageCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Spend in the range, grouped, as a chart and as a table. */
export async function UsageCard({ ctx, range, query }: UsageCardProps) {
  const { by } = query
  const memberOf = MEMBERS[by]
  const title = `Spend by ${GROUPING_NAMES[by].toLowerCase()}`
  const [wallets, rows] = await Promise.all([teamWallets(ctx), usageRows(ctx, range, query)])
  const read = await listSpend(ctx, {
    range: range.range,
    dimension: DIMENSIONS[by],
    ...usageFilter(range, query),
    ...(memberOf && { memberOf }),
    walletIds: wallets.map(({ id }) => id),
    nameOf: (label) => ({ label, color: null }),
  })
  const nameOf = await seriesNames(ctx, range, by, Object.keys(read.unknownCalls))
  const report = { ...read, series: read.series.map((each) => ({ ...each, ...nameOf(each.key) })) }
  const hrefs = seriesLinks(ctx.team.slug, range, rows, query)
  const isCompared = query.compare !== null
  const file = usageFileHref(GROUPING_NAMES[by], rows, isCompared)
  const download = rows.length > 0 && (
    <Button
      component="a"
      href={file}
      download={`usage-by-${by}-${range.from}-${range.to}.csv`}
      variant="default"
      size="xs"
    >
      Export table as CSV
    </Button>
  )
  return (
    <Card title={title} description={`By ${report.step}, in ${range.timeZone}`} actions={download}>
      <SpendView
        name={title}
        report={report}
        hrefs={bucketLinks(ctx.team.slug, range, report, query)}
        seriesParameter={by}
        seriesHrefs={hrefs}
      />
      {rows.length > 0 && (
        <UsageTable what={GROUPING_NAMES[by]} rows={rows} isCompared={isCompared} hrefs={hrefs} />
      )}
    </Card>
  )
}
