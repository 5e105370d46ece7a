import { SearchTable } from '@/components/searches'
import { Card, EmptyState } from '@/components/ui'
import { listRuns } from '@/lib/collect/runs'
import { listSearches, type SearchView } from '@/lib/collect/searches'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { pinSearchAction } from './actions'
import { newSearchLink } from './new-search-link'

interface SearchesCardProps {
  readonly title: string
  readonly ctx: TeamCtx
}

const RUNS_LOOKED_AT = 100

/** The saved searches that the member sees, each with its owner and its last run. */
export async function SearchesCard({ title, ctx }: SearchesCardProps) {
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
    <Card title={title}>
      {rows.length === 0 ? (
        <EmptyState
          title="No saved searches yet"
          text="A search is saved first and costs nothing until it is run."
          action={newSearchLink(ctx)}
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
