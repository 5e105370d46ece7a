import { Group, Stack } from '@mantine/core'
import { type PageRange, readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { CardBoundary, FormDrawer, PageHeader } from '@/components/ui'
import { RangePicker, SavedViews } from '@/components/usage'
import { hasRole } from '@/lib/kernel'
import { listUsageViews } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { deleteViewAction, saveViewAction } from './actions'
import { UsageFilters, UsagePageFields } from './filters'
import { UsageLists } from './lists'
import { readUsageQuery, type UsageQuery, usageQueryString } from './query'
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
        areActionsMany
        actions={
          <>
            <RangePicker
              preset={range.preset}
              from={range.from}
              to={range.to}
              environments={[]}
              environmentId={range.environmentId}
            />
            <UsagePageFields query={query} />
          </>
        }
      />
      <Stack>
        <Group justify="space-between" align="flex-start" gap="xs">
          <UsageFilters ctx={ctx} range={range} query={query} />
          <Views ctx={ctx} range={range} query={query} />
        </Group>
        <CardBoundary>
          <UsageCard ctx={ctx} range={range} query={query} />
        </CardBoundary>
        <UsageLists ctx={ctx} range={range} query={query} />
      </Stack>
    </>
  )
}

interface ViewsProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Shows the team's saved views and the way to save this one; nothing if there are none and none can be saved. */
async function Views({ ctx, range, query }: ViewsProps) {
  const views = await listUsageViews(ctx)
  const maySave = hasRole(ctx.actor.role, 'member')
  if (views.length === 0 && !maySave) return null
  return (
    <FormDrawer label="Saved views" title="Saved views" variant="default" size="xs">
      <SavedViews
        team={ctx.team.slug}
        views={views}
        query={usageQueryString(range, { ...query, after: null, zoomedFrom: null })}
        save={maySave ? saveViewAction : null}
        remove={deleteViewAction}
      />
    </FormDrawer>
  )
}
