import { Stack } from '@mantine/core'
import { Suspense } from 'react'
import { readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { CardBoundary, CardSkeleton, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { ZoneNote } from '../zone-note'
import { FilterChips } from './filter-chips'
import { Lists } from './lists'
import { PageFields } from './page-fields'
import { pickableServices } from './pickable-services'
import { readUsageQuery } from './query'
import { UsageCard } from './usage-card'
import { Views } from './views'

export const metadata = { title: 'Usage' }

interface UsagePageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function UsagePage({ params, searchParams }: UsagePageProps) {
  const ctx = await requireMember(params)
  const [range, query] = await Promise.all([readPageRange(ctx, searchParams), readUsageQuery(searchParams)])
  const services = await pickableServices(ctx, query.service)
  return (
    <>
      <PageHeader
        title="Usage"
        description="What was bought, by whom, with which key: every call, with what it cost."
        actions={
          <>
            <PageFields query={query} services={services} />
            <RangePicker
              {...{ preset: range.preset, from: range.from, to: range.to }}
              timeZone={range.timeZone}
              environments={range.environments}
              environmentId={range.environmentId}
            />
            <Views ctx={ctx} range={range} query={query} />
          </>
        }
      />
      <Stack>
        <ZoneNote ctx={ctx} />
        <FilterChips ctx={ctx} range={range} query={query} />
        <CardBoundary>
          <Suspense fallback={<CardSkeleton title="Usage" height={340} />}>
            <UsageCard ctx={ctx} range={range} query={query} />
          </Suspense>
        </CardBoundary>
        <Lists ctx={ctx} range={range} query={query} />
      </Stack>
    </>
  )
}
