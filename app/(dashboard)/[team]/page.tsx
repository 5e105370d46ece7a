import { SimpleGrid, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { CardBoundary, CardSkeleton, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { LatestRunsCard, SpendByEnvironmentCard, SpendCard } from './overview-cards'
import { TilesCard } from './tiles-card'
import { ZoneNote } from './zone-note'

export const metadata = { title: 'Overview' }

interface OverviewPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

const CARDS = [
  { title: 'Spend and balance', Content: SpendCard, height: 340 },
  { title: 'Spend by environment', Content: SpendByEnvironmentCard, height: 160 },
  { title: 'Latest runs', Content: LatestRunsCard, height: 240 },
]

/** Each card loads, fails and is retried without the others. */
export default async function OverviewPage({ params, searchParams }: OverviewPageProps) {
  const ctx = await requireMember(params)
  const range = await readPageRange(ctx, searchParams)
  return (
    <>
      <PageHeader
        title="Overview"
        description={`What ${ctx.team.name} holds, and where it goes.`}
        actions={
          <RangePicker
            {...{ preset: range.preset, from: range.from, to: range.to }}
            timeZone={range.timeZone}
            environments={range.environments}
            environmentId={range.environmentId}
          />
        }
      />
      <Stack>
        <ZoneNote ctx={ctx} />
        <CardBoundary>
          <Suspense fallback={<TilesSkeleton />}>
            <TilesCard ctx={ctx} range={range} />
          </Suspense>
        </CardBoundary>
        {CARDS.map(({ title, Content, height }) => (
          <CardBoundary key={title}>
            <Suspense fallback={<CardSkeleton title={title} height={height} />}>
              <Content ctx={ctx} range={range} title={title} />
            </Suspense>
          </CardBoundary>
        ))}
      </Stack>
    </>
  )
}

function TilesSkeleton() {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      {['Balance', 'Spent', 'Pages', 'Unknown calls'].map((title) => (
        <CardSkeleton key={title} title={title} height={48} />
      ))}
    </SimpleGrid>
  )
}
