import { type BoxProps, Group, Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { FindItemForm, FoundItemView, RunTable } from '@/components/runs'
import { SearchTabs } from '@/components/shell'
import {
  ButtonLink,
  Card,
  CardBoundary,
  EmptyState,
  FilterDrawer,
  ListPages,
  LiveRefresh,
  PageHeader,
} from '@/components/ui'
import {
  findItem,
  findItemInput,
  listRunsPage,
  type RunsUrlQuery,
  runsUrlQuerySchema,
} from '@/lib/collect/runs'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { MissingRunsNote } from '../notes'
import { PickField } from '../pick-field'
import { searchChoices } from '../search-choices'
import { listPickableTokens } from '../team-reads'
import { markItemAction } from './actions'

export const metadata = { title: 'Runs' }

interface RunsPageProps {
  readonly params: Promise<{ team: string }>
  /** `item`: id of an item to look for. `search`, `member`, `state` and `after`: the runs to list. */
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
  const { slug, timeZone } = ctx.team
  return (
    <Card title="The item">
      <FoundItemView
        key={id}
        id={id}
        found={found}
        timeZone={timeZone}
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

const ON_A_PAGE = 50

/** Lists a page of the runs that the member may see, narrowed by state, search or member as the URL says. */
async function RunsCard({ title, ctx, query }: RunsCardProps) {
  const { slug, timeZone } = ctx.team
  const [found, searches, members, tokens, environments] = await Promise.all([
    listRunsPage(ctx, ON_A_PAGE, query),
    searchChoices(ctx, query.search),
    listMembers(ctx),
    listPickableTokens(ctx, query.member ?? null),
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
        <MissingRunsNote newest={hrefTo()} />
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

interface Choice {
  readonly id: string
  readonly name: string
}

interface RunFiltersProps {
  readonly query: RunsUrlQuery
  readonly searches: readonly Choice[]
  readonly members: readonly Choice[]
}

const STATES = [
  { value: 'OPEN', label: 'Not ended' },
  { value: 'ENDED', label: 'Ended' },
]

const named = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ value: id, label: name }))

/** Narrows the runs. Each pick goes into the URL immediately, as on the Usage page. */
const RunFilters = (props: RunFiltersProps) => {
  const { state, search, member } = props.query
  return (
    <>
      <FilterDrawer count={[state, search, member].filter((value) => value !== undefined).length}>
        <Fields {...props} widths={['100%', '100%', '100%']} />
      </FilterDrawer>
      <Group gap="xs" visibleFrom="sm">
        <Fields {...props} widths={[120, 190, 170]} size="xs" />
      </Group>
    </>
  )
}

interface FieldsProps extends RunFiltersProps {
  readonly widths: readonly [BoxProps['w'], BoxProps['w'], BoxProps['w']]
  readonly size?: 'xs'
}

const Fields = ({ query, searches, members, widths, size }: FieldsProps) => (
  <>
    <PickField
      parameter="state"
      label="State"
      clearLabel="Show the runs of all states"
      value={query.state ?? null}
      data={STATES}
      w={widths[0]}
      {...(size && { size })}
    />
    <PickField
      parameter="search"
      label="Search"
      clearLabel="Show the runs of all searches"
      value={query.search ?? null}
      data={named(searches)}
      w={widths[1]}
      {...(size && { size })}
    />
    <PickField
      parameter="member"
      label="Member"
      clearLabel="Show the runs of all members"
      value={query.member ?? null}
      data={named(members)}
      w={widths[2]}
      {...(size && { size })}
    />
  </>
)
