import { Suspense } from 'react'
import { readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { Facts, Parts, TwoCards } from '@/components/overview'
import { CardBoundary, CardSkeleton, LiveRefresh, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { AgainCell, NeedsCell, PaceCell, RunsOutCell, SpentCell } from './_overview/fact-cells'
import { IncidentNotes } from './_overview/incident-notes'
import { LatestRunsCard } from './_overview/latest-runs-card'
import { readChoices } from './_overview/query'
import { WalletChartCard } from './_overview/wallet-chart-card'
import { WentCard } from './_overview/went-card'
import { Loaded } from './loaded'
import { TeamNextSteps } from './next-steps'
import { ZoneNote } from './zone-note'

export const metadata = { title: 'Overview' }

interface OverviewPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

const CELLS = [
  { title: 'Runs out', Cell: RunsOutCell },
  { title: 'Spent', Cell: SpentCell },
  { title: 'Bought again', Cell: AgainCell },
  { title: 'Pace', Cell: PaceCell },
  { title: 'Needs you', Cell: NeedsCell },
]

/** When which wallet runs out, what was spent, and what needs somebody. Each part loads without the others. */
export default async function OverviewPage({ params, searchParams }: OverviewPageProps) {
  const ctx = await requireMember(params)
  const [range, { walletId, went }] = await Promise.all([
    readPageRange(ctx, searchParams),
    readChoices(searchParams),
  ])
  const { preset, from, to, timeZone, environments, environmentId } = range
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader
        title="Overview"
        actions={<RangePicker {...{ preset, from, to, timeZone, environments, environmentId }} />}
      />
      <Parts>
        <ZoneNote ctx={ctx} />
        <Suspense fallback={null}>
          <IncidentNotes ctx={ctx} />
        </Suspense>
        <Facts>
          {CELLS.map(({ title, Cell }) => (
            <CardBoundary key={title}>
              <Suspense fallback={<CardSkeleton title={title} height={80} />}>
                <Cell ctx={ctx} range={range} />
              </Suspense>
            </CardBoundary>
          ))}
        </Facts>
        <Loaded title="Balance and spend" height={356}>
          <WalletChartCard ctx={ctx} range={range} walletId={walletId} />
        </Loaded>
        <Suspense fallback={null}>
          <TeamNextSteps ctx={ctx} />
        </Suspense>
        <TwoCards>
          <Loaded title="Where it went" height={240}>
            <WentCard ctx={ctx} range={range} went={went} walletId={walletId} />
          </Loaded>
          <Loaded title="Latest runs" height={240}>
            <LatestRunsCard ctx={ctx} />
          </Loaded>
        </TwoCards>
      </Parts>
    </>
  )
}
