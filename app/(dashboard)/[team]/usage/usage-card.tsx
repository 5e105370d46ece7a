import { Box, Group } from '@mantine/core'
import { type PageRange, teamProvider } from '@/app/_server'
import { DragHint } from '@/components/charts'
import { Card, EmptyState, ExportMenu, LinkTo } from '@/components/ui'
import {
  MAX_ROWS,
  MEASURE,
  MEASURES,
  type MeasureName,
  UsageChart,
  type UsageRow,
  UsageTable,
  UsageTotal,
  usageChartData,
} from '@/components/usage'
import { isNothing, listBalances, listUsageMarks } from '@/lib/money/usage'
import { type Bucket, dayOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { providerPrices } from '@/lib/upstream/providers'
import { teamWallets } from '../team-reads'
import { StepField } from './filters'
import { COMPARISON_NAMES, GROUPING_NAMES } from './groupings'
import { addressOf, ledgerHref, measureOf, type UsageQuery, unzoomedHref, usageHref, walletOf } from './query'
import { usageForChart } from './report'

interface UsageCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Shows usage in the range by one measure, grouped, as a chart and as a table. */
export async function UsageCard({ ctx, range, query }: UsageCardProps) {
  const { by, compare } = query
  const measure = measureOf(query)
  const { slug } = ctx.team
  const [wallets, { report, rows, total, step, nameOf }, { provider }] = await Promise.all([
    teamWallets(ctx),
    usageForChart(ctx, range, query),
    teamProvider(ctx),
  ])
  // The balance is that of the wallets in view: only the chosen one, if any.
  const looked = wallets.filter(({ id }) => query.wallet === null || query.wallet === id)
  const shownWallets = measure === 'credits' ? looked.map(({ id }) => id) : []
  const [balance, marks] = await Promise.all([
    listBalances(ctx, shownWallets, report.buckets),
    listUsageMarks(ctx, looked, range.range.from.toJSDate(), providerPrices(provider)),
  ])
  const what = GROUPING_NAMES[by]
  const title = `${MEASURE[measure].label} by ${what.toLowerCase()}`
  // The chart's series are all among the first rows.
  const linked = query.rows ? rows : rows.slice(0, MAX_ROWS)
  const empty = whyEmpty(rows, measure)
  const colorOf = (member: string) => nameOf(member).color
  const hrefs = seriesLinks(slug, range, linked, query)
  const unzoomed = unzoomedHref(slug, range, query)
  return (
    <Card
      title={title}
      description={
        <>
          By {step}, in {range.timeZone}.{' '}
          {unzoomed === null ? (
            <DragHint />
          ) : (
            <LinkTo href={unzoomed} size="inherit" scroll={false}>
              Reset zoom
            </LinkTo>
          )}
        </>
      }
      actions={
        // As wide as both: the first must not move when a slow network delivers the second.
        <Group
          gap={8}
          align="flex-end"
          justify="space-between"
          miw={rows.length > 0 ? { sm: 240 } : undefined}
        >
          <Box visibleFrom="sm">
            <StepField range={range} query={query} w={140} size="xs" />
          </Box>
          {rows.length > 0 && (
            <ExportMenu
              files={FILES.map(({ format, ...file }) => ({
                ...file,
                href: `/api/usage?team=${slug}&${addressOf(range, { ...query, after: null })}&format=${format}`,
              }))}
            />
          )}
        </Group>
      }
    >
      {rows.length > 0 && (
        <UsageTotal
          {...total}
          measure={measure}
          walletId={query.wallet}
          unknownHref={ledgerHref(slug, range, { ...query, outcome: 'UNKNOWN', after: null })}
        />
      )}
      {empty ? (
        <EmptyState {...empty} />
      ) : (
        <UsageChart
          name={title}
          data={usageChartData({
            report,
            rows,
            measure,
            step,
            balance,
            marks,
            balanceLabel: `Balance of ${looked.length > 1 ? 'all wallets' : looked.map(({ name }) => name).join()}`,
            colorOf,
            beforeLabel: COMPARISON_NAMES[compare ?? 'before'],
          })}
          bars={barsOf(slug, range, query, report.buckets)}
          seriesParameter={by}
          seriesHrefs={hrefs}
        />
      )}
      {rows.length > 0 && (
        <UsageTable
          what={what}
          rows={rows}
          measure={measure}
          hrefs={hrefs}
          colorOf={colorOf}
          walletOf={walletOf(query)}
          isCompared={compare !== null}
          measureHrefs={Object.fromEntries(
            MEASURES.map((name) => [name, usageHref(slug, range, { ...query, measure: name, after: null })]),
          )}
          allHref={query.rows ? null : usageHref(slug, range, { ...query, rows: 'all' })}
        />
      )}
    </Card>
  )
}

/** Returns the chart's bars as links: each bar's start and end, and its first and last day in the usage time zone. */
function barsOf(team: string, range: PageRange, query: UsageQuery, buckets: readonly Bucket[]) {
  const dayAt = (ms: number) => dayOf(new Date(ms), range.timeZone).date
  const spans = buckets.map(({ from, to }) => [momentOf(from), momentOf(to)] as const)
  return {
    href: ledgerHref(team, range, { ...query, after: null, since: null, until: null }),
    spans,
    days: spans.map(([from, to]) => [dayAt(from), dayAt(to - 1)] as const),
  }
}

const momentOf = (quarterHour: number): number => startOfQuarterHour(quarterHour).getTime()

/** Returns the link of each part of the spend: to the page narrowed to it. A part without an id has none. */
const seriesLinks = (
  team: string,
  range: PageRange,
  rows: readonly UsageRow[],
  query: UsageQuery,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows
      .filter(({ member }) => member !== '')
      .map(({ member }) => [member, usageHref(team, range, { ...query, after: null, [query.by]: member })]),
  )

/** The formats in which usage can be exported. */
const FILES = [
  { format: 'csv', label: 'CSV', use: 'The table' },
  { format: 'xlsx', label: 'Excel', use: 'Table and chart' },
  { format: 'focus', label: 'FOCUS 1.2', use: 'Cost rows for FinOps tools' },
] as const

/** Explains why a chart has nothing to draw; null if it has something. */
export function whyEmpty(
  rows: readonly Pick<UsageRow, 'sums'>[],
  measure: MeasureName,
): { readonly title: string; readonly text: string } | null {
  if (rows.every(({ sums }) => isNothing(sums)))
    return { title: 'Nothing was used in this range', text: 'A longer range may show earlier usage.' }
  const { label, figure } = MEASURE[measure]
  return rows.every(({ sums }) => figure(sums) === null)
    ? {
        title: `${label}: not known of these calls`,
        text: 'Another measure, such as Unknown calls, may tell more.',
      }
    : null
}
