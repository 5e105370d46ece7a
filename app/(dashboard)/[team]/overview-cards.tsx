import type { PageRange } from '@/app/_server'
import { BreakdownBars } from '@/components/charts'
import { RunTable } from '@/components/runs'
import { Card, EmptyState, LinkTo } from '@/components/ui'
import { BreakdownTable, breakdownOf, SpendView } from '@/components/usage'
import { listRuns } from '@/lib/collect/runs'
import type { TeamCtx } from '@/lib/platform/db'
import { FirstStep } from './first-step'
import { overviewReport } from './overview-report'
import { bucketLinks } from './usage/bucket-links'
import { ledgerHref } from './usage/ledger-href'

interface CardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly title: string
}

export async function SpendCard({ ctx, range, title }: CardProps) {
  const report = await overviewReport(ctx, range)
  const description = `By ${report.step}, in ${range.timeZone}`
  return (
    <Card title={title} description={description}>
      <SpendView
        name={title}
        report={report}
        hrefs={bucketLinks(ctx.team.slug, range, report)}
        seriesParameter="environment"
        firstStep={<FirstStep ctx={ctx} />}
      />
    </Card>
  )
}

export async function SpendByEnvironmentCard({ ctx, range, title }: CardProps) {
  const { series, unknownCalls } = await overviewReport(ctx, range)
  const hrefOf = (environment: string) => ledgerHref(ctx.team.slug, range, { environment })
  return (
    <Card title={title}>
      {series.length === 0 ? (
        <EmptyState title="No environment spent anything in this range" />
      ) : (
        <>
          <BreakdownBars name={title} rows={breakdownOf(series, hrefOf)} />
          <BreakdownTable by="environment" series={series} unknownCalls={unknownCalls} />
        </>
      )}
    </Card>
  )
}

export async function LatestRunsCard({ ctx, title }: CardProps) {
  const { slug, timeZone } = ctx.team
  const runs = await listRuns(ctx, { most: 8 })
  return (
    <Card
      title={title}
      actions={
        <LinkTo href={`/${slug}/runs`} size="sm">
          All runs
        </LinkTo>
      }
    >
      <RunTable team={slug} runs={runs} now={ctx.clock.now()} timeZone={timeZone} />
    </Card>
  )
}
