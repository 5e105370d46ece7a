import { Group } from '@mantine/core'
import { type PageRange, teamProvider } from '@/app/_server'
import { DragHint } from '@/components/charts'
import { AppLink, Card, EmptyState, ExportMenu } from '@/components/ui'
import {
  MAX_ROWS,
  MEASURE_NAMES,
  MEASURES_BY_NAME,
  type MeasureName,
  UsageChart,
  type UsageRow,
  UsageTable,
  UsageTotal,
  usageChartData,
} from '@/components/usage'
import { isZeroSums, listBalances, listUsageChartEvents } from '@/lib/money/usage'
import { type Bucket, dayContaining, startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { providerPrices } from '@/lib/upstream/providers'
import { listTeamWallets } from '../team-reads'
import { BarLengthField } from './filters'
import { COMPARISON_NAMES, GROUPING_NAMES } from './groupings'
import {
  chosenMeasure,
  ledgerHref,
  type UsageQuery,
  unzoomedHref,
  usageHref,
  usageQueryString,
  walletOf,
} from './query'
import { usageForChart } from './report'

interface UsageCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Shows usage in the range by one measure, grouped, as a chart. */
export async function UsageCard({ ctx, range, query }: UsageCardProps) {
  const { by, compare } = query
  const measure = chosenMeasure(query)
  const { slug } = ctx.team
  const [wallets, { report, rows, total, step, nameOf }, { provider }] = await Promise.all([
    listTeamWallets(ctx),
    usageForChart(ctx, range, query),
    teamProvider(ctx),
  ])
  // The balance is that of the wallets in view: only the chosen one, if any.
  const looked = wallets.filter(({ id }) => query.wallet === null || query.wallet === id)
  const shownWallets = measure === 'credits' ? looked.map(({ id }) => id) : []
  const from = range.range.from.toJSDate()
  const [balance, marks] = await Promise.all([
    listBalances(ctx, shownWallets, report.buckets),
    listUsageChartEvents(ctx, looked, from, providerPrices(provider)),
  ])
  const what = GROUPING_NAMES[by]
  const title = `${MEASURES_BY_NAME[measure].label} by ${what.toLowerCase()}`
  const empty = explainEmptyChart(rows, measure)
  const unzoomed = unzoomedHref(slug, range, query)
  return (
    <Card
      title={title}
      description={
        <>
          By {step}, in {ctx.team.timeZone}.{' '}
          {unzoomed === null ? (
            <DragHint />
          ) : (
            <AppLink href={unzoomed} size="inherit" scroll={false}>
              Reset zoom
            </AppLink>
          )}
        </>
      }
      actions={
        // As wide as both together, so that the first does not move when a slow network delivers the second.
        <Group
          data-print="never"
          gap={8}
          align="flex-end"
          justify="space-between"
          miw={rows.length > 0 ? { sm: 240 } : undefined}
        >
          <BarLengthField range={range} query={query} />
          {rows.length > 0 && (
            <ExportMenu
              files={FILES.map(({ format, ...file }) => ({
                ...file,
                href: `/api/usage?team=${slug}&${usageQueryString(range, { ...query, after: null })}&format=${format}`,
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
            colorOf: (member) => nameOf(member).color,
            beforeLabel: COMPARISON_NAMES[compare ?? 'before'],
          })}
          bars={barsOf(ctx, range, query, report.buckets)}
          seriesParameter={by}
          // The chart's series are all among the first rows.
          seriesHrefs={seriesLinks(slug, range, rows.slice(0, MAX_ROWS), query)}
          isMain
        />
      )}
    </Card>
  )
}

/** Lists the parts of what the chart shows, with all their figures. */
export async function UsageParts({ ctx, range, query }: UsageCardProps) {
  const { slug } = ctx.team
  const { rows, nameOf } = await usageForChart(ctx, range, query)
  if (rows.length === 0)
    return <EmptyState title="Nothing was used in this range" text="A longer range may show earlier usage." />
  const linked = query.rows ? rows : rows.slice(0, MAX_ROWS)
  return (
    <UsageTable
      what={GROUPING_NAMES[query.by]}
      rows={rows}
      measure={chosenMeasure(query)}
      hrefs={seriesLinks(slug, range, linked, query)}
      colorOf={(member) => nameOf(member).color}
      walletOf={walletOf(query)}
      isCompared={query.compare !== null}
      measureHrefs={Object.fromEntries(
        MEASURE_NAMES.map((name) => [name, usageHref(slug, range, { ...query, measure: name, after: null })]),
      )}
      allHref={query.rows ? null : usageHref(slug, range, { ...query, rows: 'all' })}
    />
  )
}

/** Returns the chart's bars as links: each bar's start and end, and its first and last day in the team's time zone. */
export function barsOf({ team }: TeamCtx, range: PageRange, query: UsageQuery, buckets: readonly Bucket[]) {
  const dayAt = (ms: number) => dayContaining(new Date(ms), team.timeZone).date
  const spans = buckets.map(({ from, to }) => [momentOf(from), momentOf(to)] as const)
  return {
    href: ledgerHref(team.slug, range, { ...query, after: null, since: null, until: null }),
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
export function explainEmptyChart(
  rows: readonly Pick<UsageRow, 'sums'>[],
  measure: MeasureName,
): { readonly title: string; readonly text: string } | null {
  if (rows.every(({ sums }) => isZeroSums(sums)))
    return { title: 'Nothing was used in this range', text: 'A longer range may show earlier usage.' }
  const { label, figure } = MEASURES_BY_NAME[measure]
  return rows.every(({ sums }) => figure(sums) === null)
    ? {
        title: `${label}: not known for these calls`,
        text: 'Another measure, such as Unknown calls, may show more.',
      }
    : null
}
