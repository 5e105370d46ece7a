import type { ReactNode } from 'react'
import type { PageRange } from '@/app/_server'
import { Card, EmptyState } from '@/components/ui'
import { type MeasureName, UsageChart, usageChartData } from '@/components/usage'
import { formatPlural } from '@/lib/kernel'
import { listBalances } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { toUsageQuery } from './query'
import { usageReport } from './report'
import { barsOf } from './usage-card'

interface SpendCardProps {
  readonly ctx: TeamCtx
  readonly title: string
  readonly range: PageRange
  /** Grouping and filters, as on the page Usage. */
  readonly narrowed: Parameters<typeof toUsageQuery>[0]
  /** Wallets whose balance is drawn below. */
  readonly walletIds?: readonly string[]
  readonly actions?: ReactNode
}

/** Shows what calls cost in each bar, in credits or items. A bar leads to its calls on the page Usage. */
export async function SpendCard({ ctx, title, range, narrowed, walletIds = [], actions }: SpendCardProps) {
  const query = toUsageQuery(narrowed)
  const { report, rows, total, step, nameOf } = await usageReport(ctx, range, query)
  const balance = await listBalances(ctx, walletIds, report.buckets)
  const dataBy = (measure: MeasureName) =>
    usageChartData({ report, rows, measure, step, balance, colorOf: (member) => nameOf(member).color })
  const { pages, unknowns } = total.sums
  const lost = `${formatPlural(unknowns, 'call')} got no answer; their cost is unknown.`
  return (
    <Card title={title} description={`By ${step}, in ${ctx.team.timeZone}`} actions={actions}>
      {pages === 0 ? (
        <EmptyState
          title="Nothing was spent in this range"
          text={unknowns > 0 ? lost : 'A longer range may show earlier spend.'}
        />
      ) : (
        <UsageChart
          name={title}
          data={dataBy('credits')}
          otherUnit={dataBy('items')}
          bars={barsOf(ctx, range, query, report.buckets)}
          seriesParameter={query.by}
        />
      )}
    </Card>
  )
}
