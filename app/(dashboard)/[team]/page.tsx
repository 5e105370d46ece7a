import { readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { CardPair, FactGrid, PageSections } from '@/components/overview'
import { RunTable } from '@/components/runs'
import { AppLink, Card, CardBoundary, LiveRefresh, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { listRuns } from '@/lib/collect/runs'
import type { TeamCtx } from '@/lib/platform/db'
import { AttentionCell, RepurchaseCell, RunsOutCell, SpendersCell, SpentCell } from './_overview/fact-cells'
import { WalletChartCard } from './_overview/wallet-chart'
import { readOverviewChoices } from './_overview/went'
import { SpendBreakdownCard } from './_overview/went-card'
import { TeamNextSteps } from './next-steps'

export const metadata = { title: 'Overview' }

interface OverviewPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

const CELLS = { RunsOutCell, AttentionCell, SpentCell, SpendersCell, AgainCell: RepurchaseCell }

/** Shows when each wallet runs out, what was spent and what needs attention. Each part can fail without the others. */
export default async function OverviewPage({ params, searchParams }: OverviewPageProps) {
  const ctx = await requireMember(params)
  const [range, { walletId, went }] = await Promise.all([
    readPageRange(ctx, searchParams),
    readOverviewChoices(searchParams),
  ])
  const { preset, from, to, environments, environmentId } = range
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader
        title="Overview"
        actions={
          <RangePicker
            preset={preset}
            from={from}
            to={to}
            environments={environments}
            environmentId={environmentId}
          />
        }
      />
      <PageSections>
        <FactGrid>
          {Object.entries(CELLS).map(([name, Cell]) => (
            <CardBoundary key={name}>
              <Cell ctx={ctx} range={range} />
            </CardBoundary>
          ))}
        </FactGrid>
        <CardBoundary>
          <WalletChartCard ctx={ctx} range={range} walletId={walletId} />
        </CardBoundary>
        <CardBoundary>
          <TeamNextSteps ctx={ctx} isBegun={false} />
        </CardBoundary>
        <CardPair>
          <CardBoundary>
            <SpendBreakdownCard ctx={ctx} range={range} went={went} walletId={walletId} />
          </CardBoundary>
          <CardBoundary>
            <LatestRunsCard ctx={ctx} />
          </CardBoundary>
        </CardPair>
        {/* Once a step is done, the remaining ones come after the answers. */}
        <CardBoundary>
          <TeamNextSteps ctx={ctx} isBegun />
        </CardBoundary>
      </PageSections>
    </>
  )
}

/** Lists the newest runs. */
async function LatestRunsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const { slug } = ctx.team
  const runs = await listRuns(ctx, { limit: 6 })
  return (
    <Card title="Newest runs" actions={<AppLink href={`/${slug}/runs`}>All runs</AppLink>}>
      <RunTable team={slug} runs={runs} now={ctx.clock.now()} kind="short" />
    </Card>
  )
}
