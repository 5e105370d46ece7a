import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { type ListFilter, ListTools, listHref, type Sort, sortingOf } from '@/components/lists'
import { FindItemForm, FoundItemView, RunTable } from '@/components/runs'
import { SearchTabs } from '@/components/shell'
import {
  ButtonLink,
  Card,
  CardBoundary,
  EmptyState,
  ListPages,
  LiveRefresh,
  PageHeader,
} from '@/components/ui'
import {
  countRuns,
  findItem,
  findItemInput,
  listRunsPage,
  type RunsUrlQuery,
  runsUrlQuerySchema,
} from '@/lib/collect/runs'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { MissingRunsNote } from '../notes'
import { searchChoices } from '../search-choices'
import { listPickableTokens, listTeamMembers } from '../team-reads'
import { cancelRunsAction, markItemAction } from './actions'

export const metadata = { title: 'Runs' }

interface RunsPageProps {
  readonly params: Promise<{ team: string }>
  /** `item`: id of an item to look for. The others say which runs to list. */
  readonly searchParams: SearchParams
}

export default async function RunsPage({ params, searchParams }: RunsPageProps) {
  const ctx = await requireMember(params)
  const asked = await searchParams
  const { item } = asked
  const id = typeof item === 'string' ? item.trim() : ''
  const query = runsUrlQuerySchema.parse(asked)
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader
        title="Runs"
        description="Runs, who started them and what they cost. Newest first."
        actions={<FindItemForm team={ctx.team.slug} id={id} />}
      />
      <SearchTabs team={ctx.team.slug} />
      <Stack>
        {id !== '' && (
          <CardBoundary key={id}>
            <FoundCard ctx={ctx} id={id} />
          </CardBoundary>
        )}
        <CardBoundary>
          <RunsCard title="All runs" ctx={ctx} query={query} />
        </CardBoundary>
      </Stack>
    </>
  )
}

async function FoundCard({ ctx, id }: { readonly ctx: TeamCtx; readonly id: string }) {
  const asked = findItemInput.safeParse({ itemId: id })
  const found = asked.success ? await findItem(ctx, asked.data.itemId) : null
  const { slug } = ctx.team
  return (
    <Card title="The item">
      <FoundItemView
        key={id}
        id={id}
        found={found}
        team={slug}
        markItem={hasRole(ctx.actor.role, 'member') ? markItemAction : null}
      />
    </Card>
  )
}

interface RunsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly query: RunsUrlQuery
}

const ON_A_PAGE = 25

const SORTS: readonly Sort[] = [{ key: 'started', label: 'Started', isDownFirst: true }]
const USUAL = '-started'

/** Lists a page of the runs that the member may see, narrowed by name, state, search or member as the URL says. */
async function RunsCard({ title, ctx, query }: RunsCardProps) {
  const { slug } = ctx.team
  const [page, counts, searches, members, tokens, environments] = await Promise.all([
    listRunsPage(ctx, ON_A_PAGE, query),
    countRuns(ctx, query),
    searchChoices(ctx, query.search),
    listTeamMembers(ctx),
    listPickableTokens(ctx, query.member ?? null),
    listEnvironments(ctx),
  ])
  const base = `/${slug}/runs`
  const params = { ...query, sort: query.sort === USUAL ? undefined : query.sort }
  const hrefTo = (place: 'before' | 'after', id: string | null | undefined) =>
    id ? listHref(base, params, { [place]: id }) : null
  const filters: readonly ListFilter[] = [
    { parameter: 'state', label: 'State', data: STATES },
    { parameter: 'search', label: 'Search', data: named(searches) },
    { parameter: 'member', label: 'Member', data: named([...members, ...tokens]) },
  ]
  return (
    <Card title={title} isTitleHidden>
      <ListTools
        base={base}
        params={params}
        findBy="name"
        filters={filters}
        sorts={SORTS}
        usualSort={USUAL}
        counts={counts}
        of={['run', 'runs']}
      />
      {page === null ? (
        <MissingRunsNote newest={listHref(base, params)} />
      ) : page.runs.length === 0 && counts.all > 0 ? (
        <EmptyState
          title="No matching runs"
          text="No run has this name, state, search and member."
          action={<ButtonLink href={base}>Show all runs</ButtonLink>}
        />
      ) : (
        <RunTable
          team={slug}
          runs={page.runs}
          environments={environments}
          now={ctx.clock.now()}
          sorting={sortingOf(base, params, SORTS, USUAL)}
          cancel={hasRole(ctx.actor.role, 'member') ? cancelRunsAction : null}
          firstStep={<ButtonLink href={`/${slug}/searches`}>Go to the searches</ButtonLink>}
        />
      )}
      <ListPages previous={hrefTo('before', page?.previous)} next={hrefTo('after', page?.next)} />
    </Card>
  )
}

const STATES = [
  { value: 'OPEN', label: 'Not ended' },
  { value: 'ENDED', label: 'Ended' },
]

const named = (choices: readonly { readonly id: string; readonly name: string }[]) =>
  choices.map(({ id, name }) => ({ value: id, label: name }))
