import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { ScheduleTable } from '@/components/schedules'
import { SearchTrash } from '@/components/searches'
import { Card, PageHeader } from '@/components/ui'
import { listSchedules } from '@/lib/collect/schedules'
import { findSearchesInput, listDeletedSearches } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { Loaded } from '../loaded'
import { restoreSearchAction } from './actions'
import { newSearchLink } from './new-search-link'
import { SearchesCard } from './searches-card'

export const metadata = { title: 'Searches' }

interface SearchesPageProps {
  readonly params: Promise<{ team: string }>
  /** `text` and `page`: which part of the list. */
  readonly searchParams: SearchParams
}

const TITLE = 'Saved searches'
const SCHEDULES = 'Schedules'
const TRASH = 'Trash'

export default async function SearchesPage({ params, searchParams }: SearchesPageProps) {
  const ctx = await requireMember(params)
  const part = findSearchesInput.parse(await searchParams)
  return (
    <>
      <PageHeader
        title="Searches"
        description="Saved searches: your own and those of the team."
        actions={newSearchLink(ctx)}
      />
      <Stack>
        <Loaded key={`${part.text} ${part.page}`} title={TITLE} height={240}>
          <SearchesCard title={TITLE} ctx={ctx} part={part} />
        </Loaded>
        <Loaded title={SCHEDULES} height={0}>
          <SchedulesCard ctx={ctx} />
        </Loaded>
        <Loaded title={TRASH} height={0}>
          <TrashCard ctx={ctx} />
        </Loaded>
      </Stack>
    </>
  )
}

async function SchedulesCard({ ctx }: { readonly ctx: TeamCtx }) {
  const schedules = await listSchedules(ctx)
  if (schedules.length === 0) return null
  return (
    <Card title={SCHEDULES} description="Searches that run on a schedule.">
      <ScheduleTable team={ctx.team.slug} schedules={schedules} timeZone={ctx.team.timeZone} />
    </Card>
  )
}

async function TrashCard({ ctx }: { readonly ctx: TeamCtx }) {
  const searches = await listDeletedSearches(ctx)
  if (searches.length === 0) return null
  return (
    <Card title={TRASH} description="A restored search is unchanged.">
      <SearchTrash
        team={ctx.team.slug}
        searches={searches}
        now={ctx.clock.now()}
        timeZone={ctx.team.timeZone}
        restore={restoreSearchAction}
      />
    </Card>
  )
}
