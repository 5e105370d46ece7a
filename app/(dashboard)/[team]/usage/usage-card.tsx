import type { PageRange } from '@/app/_server'
import { Card, EmptyState } from '@/components/ui'
import { MEASURE, UsageChart, UsageExports, UsageTable, usageChartData } from '@/components/usage'
import { isNothing, listBalances } from '@/lib/money/usage'
import { startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { teamWallets } from '../team-wallets'
import { COMPARISON_NAMES, GROUPING_NAMES } from './groupings'
import { addressOf, ledgerHref } from './ledger-href'
import type { UsageQuery } from './query'
import { seriesLinks } from './series-links'
import { UsageFields } from './usage-fields'
import { usageReport } from './usage-report'

interface UsageCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Usage in the range by one measure, grouped, as a chart and as a table. */
export async function UsageCard({ ctx, range, query }: UsageCardProps) {
  const { by, measure, compare } = query
  const { slug } = ctx.team
  const [wallets, { report, rows, step, nameOf }] = await Promise.all([
    teamWallets(ctx),
    usageReport(ctx, range, query),
  ])
  const shownWallets = measure === 'credits' ? wallets.map(({ id }) => id) : []
  const balance = await listBalances(ctx, shownWallets, report.buckets)
  const what = GROUPING_NAMES[by]
  const title = `${MEASURE[measure].label} by ${what.toLowerCase()}`
  const hrefs = seriesLinks(slug, range, rows, query)
  const spans = report.buckets.map(({ from, to }) => [momentOf(from), momentOf(to)] as const)
  return (
    <Card
      title={title}
      description={`By ${step}, in ${range.timeZone}`}
      actions={
        <>
          <UsageFields range={range} query={query} step={step} />
          {rows.length > 0 && (
            <UsageExports href={`/api/usage?team=${slug}&${addressOf(range, { ...query, after: null })}`} />
          )}
        </>
      }
    >
      {rows.every(({ sums }) => isNothing(sums)) ? (
        <EmptyState title="Nothing was used in this range" text="A longer range may show earlier usage." />
      ) : (
        <UsageChart
          name={title}
          data={usageChartData({
            ...{ report, rows, measure, balance },
            colorOf: (member) => nameOf(member).color,
            beforeLabel: COMPARISON_NAMES[compare ?? 'before'],
          })}
          bars={{ href: ledgerHref(slug, range, { ...query, after: null, since: null, until: null }), spans }}
          seriesParameter={by}
          seriesHrefs={hrefs}
        />
      )}
      {rows.length > 0 && (
        <UsageTable what={what} rows={rows} measure={measure} isCompared={compare !== null} hrefs={hrefs} />
      )}
    </Card>
  )
}

const momentOf = (quarterHour: number): number => startOfQuarterHour(quarterHour).getTime()
