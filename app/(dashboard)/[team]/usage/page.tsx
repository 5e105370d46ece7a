import { Stack } from '@mantine/core'
import { type PageRange, readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { Card, CardBoundary, FormDrawer, PageHeader } from '@/components/ui'
import { RangePicker, SavedViews, SavingsTable } from '@/components/usage'
import { listSavings } from '@/lib/alerts/savings'
import { hasRole } from '@/lib/kernel'
import { listUsageViews } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { disableKeyAction } from '../keys/actions'
import { pauseScheduleAction } from '../searches/actions'
import { deleteViewAction, hideSavingAction, saveViewAction } from './actions'
import { FilterChips, UsageFilters, UsagePageFields } from './filters'
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
        description="Every call: who made it, with which key, what it bought and what it cost."
        areActionsMany
        actions={
          <>
            <RangePicker
              preset={range.preset}
              from={range.from}
              to={range.to}
              timeZone={range.timeZone}
              environments={[]}
              environmentId={range.environmentId}
            />
            <UsagePageFields query={query} />
            <UsageFilters ctx={ctx} range={range} query={query} />
            <Views ctx={ctx} range={range} query={query} />
          </>
        }
      />
      <Stack>
        <FilterChips ctx={ctx} range={range} query={query} />
        <CardBoundary>
          <UsageCard ctx={ctx} range={range} query={query} />
        </CardBoundary>
        {hasRole(ctx.actor.role, 'admin') && (
          <CardBoundary>
            <SavingsCard ctx={ctx} />
          </CardBoundary>
        )}
        <UsageLists ctx={ctx} range={range} query={query} />
      </Stack>
    </>
  )
}

/** Lists what could be saved, whatever the range; nothing if there is nothing. */
async function SavingsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const savings = await listSavings(ctx)
  if (savings.length === 0) return null
  return (
    <Card title="Could be saved" anchor="savings">
      <SavingsTable
        team={ctx.team.slug}
        savings={savings}
        disableKey={disableKeyAction}
        pauseSchedule={pauseScheduleAction}
        hide={hideSavingAction}
      />
    </Card>
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
    <FormDrawer label="Saved views" title="Saved views" variant="default">
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
