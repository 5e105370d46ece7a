import { requireMember } from '@/app/_server'
import { ScheduleTable } from '@/components/schedules'
import { SearchTable, SearchTrash } from '@/components/searches'
import { ButtonLink, Card, EmptyState, PageHeader } from '@/components/ui'
import { listRuns } from '@/lib/collect/runs'
import { listSchedules } from '@/lib/collect/schedules'
import { listDeletedSearches, listSearches, type SearchView } from '@/lib/collect/searches'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { Loaded } from '../loaded'
import { pinSearchAction, restoreSearchAction } from './actions'

export const metadata = { title: 'Searches' }

interface SearchesPageProps {
  readonly params: Promise<{ team: string }>
}

const RUNS_LOOKED_AT = 100
const TITLE = 'Saved searches'
const SCHEDULES = 'Schedules'
const TRASH = 'Trash'

export default async function SearchesPage({ params }: SearchesPageProps) {
  const ctx = await requireMember(params)
  return (
    <>
      <PageHeader
        title="Searches"
        description="Saved searches: your own and those of the team."
        actions={newSearch(ctx)}
      />
      <Loaded title={TITLE} height={240}>
        <SearchesCard ctx={ctx} />
      </Loaded>
      <Loaded title={SCHEDULES} height={0}>
        <SchedulesCard ctx={ctx} />
      </Loaded>
      <Loaded title={TRASH} height={0}>
        <TrashCard ctx={ctx} />
      </Loaded>
    </>
  )
}

const newSearch = ({ actor, team }: TeamCtx) =>
  hasRole(actor.role, 'member') ? (
    <ButtonLink href={`/${team.slug}/searches/new`}>New search</ButtonLink>
  ) : null

async function SearchesCard({ ctx }: { readonly ctx: TeamCtx }) {
  const [searches, runs, members] = await Promise.all([
    listSearches(ctx),
    listRuns(ctx, { most: RUNS_LOOKED_AT }),
    listMembers(ctx),
  ])
  const nameOf = ({ ownerId }: SearchView) =>
    ownerId === ctx.actor.memberId
      ? 'You'
      : (members.find(({ id }) => id === ownerId)?.name ?? 'Former member')
  const rows = searches.map((search) => ({
    ...search,
    ownerName: nameOf(search),
    lastRun: runs.find(({ searchId }) => searchId === search.id) ?? null,
  }))
  return (
    <Card title={TITLE}>
      {rows.length === 0 ? (
        <EmptyState
          title="No saved searches yet"
          text="A search is saved first and costs nothing until it is run."
          action={newSearch(ctx)}
        />
      ) : (
        <SearchTable
          team={ctx.team.slug}
          searches={rows}
          neverRun={runs.length < RUNS_LOOKED_AT ? 'Never' : `Not in the latest ${RUNS_LOOKED_AT} runs`}
          now={ctx.clock.now()}
          timeZone={ctx.team.timeZone}
          mayRun={hasRole(ctx.actor.role, 'member')}
          pin={pinSearchAction}
        />
      )}
    </Card>
  )
}

async function SchedulesCard({ ctx }: { readonly ctx: TeamCtx }) {
  const schedules = await listSchedules(ctx)
  if (schedules.length === 0) return null
  return (
    <Card title={SCHEDULES} description="Searches that are run by themselves.">
      <ScheduleTable team={ctx.team.slug} schedules={schedules} timeZone={ctx.team.timeZone} />
    </Card>
  )
}

async function TrashCard({ ctx }: { readonly ctx: TeamCtx }) {
  const searches = await listDeletedSearches(ctx)
  if (searches.length === 0) return null
  return (
    <Card title={TRASH} description="A search that comes back is as it was.">
      <SearchTrash
        team={ctx.team.slug}
        searches={searches}
        now={ctx.clock.now()}
        timeZone={ctx.team.timeZone}
        restore={hasRole(ctx.actor.role, 'member') ? restoreSearchAction : null}
      />
    </Card>
  )
}
