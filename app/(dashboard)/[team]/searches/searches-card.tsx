import { Group, Stack } from '@mantine/core'
import { FindSearches, SearchTable } from '@/components/searches'
import { ButtonLink, Card, EmptyState } from '@/components/ui'
import { listLastRuns } from '@/lib/collect/runs'
import { findSearches, type SearchPart, type SearchView } from '@/lib/collect/searches'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { listTokenNames } from '@/lib/teams/tokens'
import { starSearchAction } from './actions'

interface SearchesCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly part: SearchPart
}

/** Lists a page of the saved searches that the member may see, each with its owner and its last run. */
export async function SearchesCard({ title, ctx, part }: SearchesCardProps) {
  const { text, page } = part
  const [{ searches, hasMore }, members] = await Promise.all([findSearches(ctx, part), listMembers(ctx)])
  const names = new Map(members.map(({ id, name }) => [id, name]))
  const [lastRuns, tokens] = await Promise.all([
    listLastRuns(
      ctx,
      searches.map(({ id }) => id),
    ),
    listTokenNames(
      ctx,
      searches.flatMap(({ ownerId }) => (names.has(ownerId) ? [] : [ownerId])),
    ),
  ])
  const nameOf = ({ ownerId }: SearchView) =>
    ownerId === ctx.actor.memberId ? 'You' : (names.get(ownerId) ?? tokens.get(ownerId) ?? 'Former member')
  const rows = searches.map((search) => ({
    ...search,
    ownerName: nameOf(search),
    lastRun: lastRuns.get(search.id) ?? null,
  }))
  const { slug, timeZone } = ctx.team
  const hrefOf = (pageNumber: number) =>
    `/${slug}/searches?${new URLSearchParams({ ...(text !== '' && { text }), ...(pageNumber > 1 && { page: String(pageNumber) }) })}`
  const hasPart = text !== '' || page > 1
  if (rows.length === 0 && !hasPart)
    return (
      <Card title={title}>
        <EmptyState
          title="No saved searches yet"
          text="A search is saved first and costs nothing until it is run."
          action={newSearchLink(ctx)}
        />
      </Card>
    )
  return (
    <Card title={title}>
      <Stack gap="sm">
        {(hasPart || hasMore) && <FindSearches team={slug} text={text} />}
        {rows.length === 0 ? (
          <EmptyState
            title="No saved search fits"
            text={text === '' ? 'There are no more.' : `No name, tag or question contains “${text}”.`}
            action={<ButtonLink href={`/${slug}/searches`}>Show all saved searches</ButtonLink>}
          />
        ) : (
          <SearchTable
            team={slug}
            searches={rows}
            now={ctx.clock.now()}
            timeZone={timeZone}
            mayRun={hasRole(ctx.actor.role, 'member')}
            star={starSearchAction}
          />
        )}
        <Group>
          {page > 1 && (
            <ButtonLink href={hrefOf(page - 1)} variant="default" size="xs">
              Previous page
            </ButtonLink>
          )}
          {hasMore && (
            <ButtonLink href={hrefOf(page + 1)} variant="default" size="xs">
              Next page
            </ButtonLink>
          )}
        </Group>
      </Stack>
    </Card>
  )
}

/** Renders the link to a new search; null for viewers. */
export const newSearchLink = ({ actor, team }: TeamCtx) =>
  hasRole(actor.role, 'member') ? (
    <ButtonLink href={`/${team.slug}/searches/new`}>New search</ButtonLink>
  ) : null
