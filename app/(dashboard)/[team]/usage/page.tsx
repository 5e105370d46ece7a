import { Stack } from '@mantine/core'
import { readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { CardBoundary, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { FilterChips } from './filter-chips'
import { Filters } from './filters'
import { Lists } from './lists'
import { PageFields } from './page-fields'
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
  return (
    <>
      <PageHeader
        title="Usage"
        description="Every call: who made it, with which key, what it bought and what it cost."
        areActionsMany
        actions={
          <>
            <RangePicker
              {...{ preset: range.preset, from: range.from, to: range.to }}
              timeZone={range.timeZone}
              environments={[]}
              environmentId={range.environmentId}
            />
            <PageFields query={query} />
            <Filters ctx={ctx} range={range} query={query} />
            <Views ctx={ctx} range={range} query={query} />
          </>
        }
      />
      <Stack>
        <FilterChips ctx={ctx} range={range} query={query} />
        <CardBoundary>
          <UsageCard ctx={ctx} range={range} query={query} />
        </CardBoundary>
        <Lists ctx={ctx} range={range} query={query} />
      </Stack>
    </>
  )
}
