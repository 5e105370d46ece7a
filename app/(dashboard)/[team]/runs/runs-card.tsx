import { RunTable } from '@/components/runs'
import { ButtonLink, Card, EmptyState, ListPages } from '@/components/ui'
import { listSomeRuns, type RunsOfAddress } from '@/lib/collect/runs'
import { findSearches, listSearchNames } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { pickableTokens } from '../pickable-tokens'
import { RunsGone } from '../runs-gone'
import { RunFilters } from './run-filters'

interface RunsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly query: RunsOfAddress
}

const ON_A_PAGE = 50

/** Lists a page of the runs that the member may see, narrowed by state, search or member as the URL says. */
export async function RunsCard({ title, ctx, query }: RunsCardProps) {
  const { slug, timeZone } = ctx.team
  const [found, searches, members, tokens, environments] = await Promise.all([
    listSomeRuns(ctx, ON_A_PAGE, query),
    searchChoices(ctx, query.search),
    listMembers(ctx),
    pickableTokens(ctx, query.member ?? null),
    listEnvironments(ctx),
  ])
  const { runs, hasMore } = found ?? { runs: [], hasMore: false }
  const { after, ...part } = query
  const hrefTo = (more: { readonly after?: string | undefined } = {}) => {
    const given = Object.entries({ ...part, ...more }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    return `/${slug}/runs?${new URLSearchParams(given)}`
  }
  const isPart = Object.values(query).some((value) => value !== undefined)
  return (
    <Card
      title={title}
      actions={<RunFilters query={query} searches={searches} members={[...members, ...tokens]} />}
    >
      {found === null ? (
        <RunsGone newest={hrefTo()} />
      ) : runs.length === 0 && isPart ? (
        <EmptyState
          title="No run fits"
          text="No run has this state, search and member."
          action={<ButtonLink href={`/${slug}/runs`}>Show all runs</ButtonLink>}
        />
      ) : (
        <RunTable
          team={slug}
          runs={runs}
          environments={environments}
          now={ctx.clock.now()}
          timeZone={timeZone}
          firstStep={<ButtonLink href={`/${slug}/searches`}>Go to the searches</ButtonLink>}
        />
      )}
      <ListPages
        of="runs"
        newest={after === undefined || found === null ? null : hrefTo()}
        older={hasMore ? hrefTo({ after: runs.at(-1)?.id }) : null}
      />
    </Card>
  )
}

/** Returns the first page of saved searches and the chosen one: a team may have thousands. */
async function searchChoices(ctx: TeamCtx, chosen: string | undefined) {
  const [{ searches }, names] = await Promise.all([
    findSearches(ctx, { text: '', page: 1 }),
    listSearchNames(ctx, chosen === undefined ? [] : [chosen]),
  ])
  const first = searches.map(({ id, name }) => ({ id, name }))
  return [
    ...first,
    ...[...names].flatMap(([id, name]) => (first.some((one) => one.id === id) ? [] : { id, name })),
  ]
}
