import { type ListFilter, ListTools, listHref, type Sort, sortingOf } from '@/components/lists'
import { SearchTable } from '@/components/searches'
import { ButtonLink, Card, EmptyState, ListPages } from '@/components/ui'
import { listLastRuns } from '@/lib/collect/runs'
import { listScheduledSearches } from '@/lib/collect/schedules'
import {
  countSearches,
  findSearches,
  listTags,
  type SearchPart,
  type SearchView,
} from '@/lib/collect/searches'
import { hasRole, OPERATION_NAMES, OPERATIONS } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listTokenNames } from '@/lib/teams/tokens'
import { listPickableTokens, listTeamMembers, sumSpendOf30Days } from '../team-reads'
import { changeSearchesAction, starSearchAction } from './actions'

interface SearchesCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly part: SearchPart
}

/** Those that an index serves. */
const SORTS: readonly Sort[] = [
  { key: 'name', label: 'Name' },
  { key: 'created', label: 'Created', isDownFirst: true },
  { key: 'run', label: 'Last run', isDownFirst: true },
]
const USUAL = 'name'

/** Lists a page of the saved searches that the member may see, each with its owner, its last run and its spend. */
export async function SearchesCard({ title, ctx, part }: SearchesCardProps) {
  const { slug } = ctx.team
  const scheduled = part.schedule === undefined ? [] : await listScheduledSearches(ctx)
  const [page, counts, filters] = await Promise.all([
    findSearches(ctx, part, scheduled),
    countSearches(ctx, part, scheduled),
    filtersOf(ctx, part),
  ])
  if (counts.all === 0)
    return (
      <Card title={title} isTitleHidden>
        <EmptyState
          title="No saved searches yet"
          text="A search is saved first and costs nothing until it is run."
          action={newSearchLink(ctx)}
        />
      </Card>
    )
  const base = `/${slug}/searches`
  const hrefTo = (place: 'before' | 'after', value: string | null) =>
    value === null ? null : listHref(base, part, { [place]: value })
  return (
    <Card title={title} isTitleHidden>
      <ListTools
        base={base}
        params={{ ...part, sort: part.sort === USUAL ? undefined : part.sort }}
        findBy="name, tag or query"
        filters={filters}
        sorts={SORTS}
        usualSort={USUAL}
        counts={counts}
        of={['search', 'searches']}
      />
      {page.searches.length === 0 ? (
        <EmptyState
          title="No matching saved searches"
          text="Nothing matches these words and filters."
          action={<ButtonLink href={base}>Show all saved searches</ButtonLink>}
        />
      ) : (
        <SearchTable
          team={slug}
          searches={await rowsOf(ctx, page.searches)}
          now={ctx.clock.now()}
          mayRun={hasRole(ctx.actor.role, 'member')}
          sorting={sortingOf(base, part, SORTS, USUAL)}
          star={starSearchAction}
          change={changeSearchesAction}
        />
      )}
      <ListPages previous={hrefTo('before', page.previous)} next={hrefTo('after', page.next)} />
    </Card>
  )
}

async function rowsOf(ctx: TeamCtx, searches: readonly SearchView[]) {
  const members = await listTeamMembers(ctx)
  const names = new Map(members.map(({ id, name }) => [id, name]))
  const ids = searches.map(({ id }) => id)
  const [lastRuns, spent, tokens] = await Promise.all([
    listLastRuns(ctx, ids),
    sumSpendOf30Days(ctx, 'searchId', ids),
    listTokenNames(
      ctx,
      searches.flatMap(({ ownerId }) => (names.has(ownerId) ? [] : [ownerId])),
    ),
  ])
  const nameOf = ({ ownerId }: SearchView) =>
    ownerId === ctx.actor.memberId ? 'You' : (names.get(ownerId) ?? tokens.get(ownerId) ?? 'Former member')
  return searches.map((search) => ({
    ...search,
    ownerName: nameOf(search),
    lastRun: lastRuns.get(search.id) ?? null,
    spentNano: spent.get(search.id) ?? 0n,
  }))
}

async function filtersOf(ctx: TeamCtx, { owner }: SearchPart): Promise<ListFilter[]> {
  const [tags, members, tokens] = await Promise.all([
    listTags(ctx),
    listTeamMembers(ctx),
    listPickableTokens(ctx, owner ?? null),
  ])
  return [
    { parameter: 'tag', label: 'Tag', data: tags.map((tag) => ({ value: tag, label: tag })) },
    {
      parameter: 'owner',
      label: 'Owner',
      data: [...members, ...tokens].map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      parameter: 'kind',
      label: 'Kind',
      data: OPERATION_NAMES.map((name) => ({ value: name, label: OPERATIONS[name].label })),
    },
    {
      parameter: 'schedule',
      label: 'Schedule',
      data: [
        { value: 'yes', label: 'With a schedule' },
        { value: 'no', label: 'Without a schedule' },
      ],
    },
  ]
}

/** Renders the link to a new search; null for viewers. */
export const newSearchLink = ({ actor, team }: TeamCtx) =>
  hasRole(actor.role, 'member') ? (
    <ButtonLink href={`/${team.slug}/searches/new`}>New search</ButtonLink>
  ) : null
