import { Stack } from '@mantine/core'
import { Suspense } from 'react'
import { readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { CardBoundary, CardSkeleton, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { ZoneNote } from '../zone-note'
import { GroupingPicker } from './grouping-picker'
import { LedgerCard } from './ledger-card'
import { readUsageQuery } from './query'
import { UsageCard } from './usage-card'

export const metadata = { title: 'Usage' }

interface UsagePageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function UsagePage({ params, searchParams }: UsagePageProps) {
  const ctx = await requireMember(params)
  const [range, query] = await Promise.all([readPageRange(ctx, searchParams), readUsageQuery(searchParams)])
  return (
    <>
      <PageHeader
        title="Usage"
        description="What was bought, by whom, with which key: every call, with what it cost."
        actions={
          <>
            <GroupingPicker value={query.by} />
            <RangePicker
              {...{ preset: range.preset, from: range.from, to: range.to }}
              timeZone={range.timeZone}
              environments={range.environments}
              environmentId={range.environmentId}
            />
          </>
        }
      />
      <Stack>
        <ZoneNote ctx={ctx} />
        <CardBoundary>
          <Suspense fallback={<CardSkeleton title="Spend" height={340} />}>
            <UsageCard ctx={ctx} range={range} by={query.by} />
          </Suspense>
        </CardBoundary>
        <CardBoundary>
          <Suspense fallback={<CardSkeleton title="Ledger" height={400} />}>
            <LedgerCard ctx={ctx} range={range} query={query} />
          </Suspense>
        </CardBoundary>
      </Stack>
    </>
  )
}
