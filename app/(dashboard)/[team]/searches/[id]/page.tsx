import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache, Fragment } from 'react'
import {
  pageEstimates,
  pageTitle,
  readForPage,
  requireMember,
  type SearchParams,
  statedPrices,
  teamProvider,
} from '@/app/_server'
import { ItemsMenu, NewestItems, RunTable } from '@/components/runs'
import { SchedulePanel } from '@/components/schedules'
import { EditSearch, SearchExport, SearchMenu, toSearchFormFields } from '@/components/searches'
import {
  AppLink,
  Card,
  CardBoundary,
  FormDrawer,
  ListPages,
  PageHeader,
  PageNote,
  StatStrip,
  StatTile,
} from '@/components/ui'
import { listItemsChannels } from '@/lib/alerts/alerts'
import { listNewItems, listRunsPage, listSubjectRuns, runsUrlQuerySchema } from '@/lib/collect/runs'
import { listSchedules } from '@/lib/collect/schedules'
import { getSearch, listDuplicateSearches, listSubjects, type SearchView } from '@/lib/collect/searches'
import {
  describeSearch,
  formatCreditsCompact,
  formatCreditsInTable,
  formatMoment,
  formatPlural,
  formatShare,
  formatWithUnit,
  hasRole,
  toCredits,
  UNKNOWN_FIGURE,
  withMoney,
} from '@/lib/kernel'
import { listDailyPrices } from '@/lib/money/prices'
import { compareSpend } from '@/lib/money/usage'
import { resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { MissingRunsNote } from '../../notes'
import { SubjectsCard } from '../../subjects-card'
import { listKeyChoices } from '../../team-reads'
import {
  createSearchAction,
  deleteSearchAction,
  deleteSearchItemsAction,
  pauseScheduleAction,
  previewTimesAction,
  removeScheduleAction,
  saveScheduleAction,
  updateSearchAction,
} from '../actions'
import { RunCard } from './run-card'

interface SearchPageProps {
  readonly params: Promise<{ team: string; id: string }>
  /** `after`, `before`: places in the list of runs. `mode`: the way to run the search. */
  readonly searchParams: SearchParams
}

/** Reads the search once for the page and its title. */
const readSearch = cache(getSearch)

export async function generateMetadata({ params }: Pick<SearchPageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await pageTitle('search', async () => (await readSearch(ctx, id)).name) }
}

/** Number of subjects that the page shows at first, so that its other parts stay near. */
const FIRST_SUBJECTS = 5

export default async function SearchPage({ params, searchParams }: SearchPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const search = await readForPage(() => readSearch(ctx, id), `/${ctx.team.slug}/searches/${id}`)
  const given = await searchParams
  const isBackground = given.mode === 'background'
  const isWriter = hasRole(ctx.actor.role, 'member')
  return (
    <>
      <PageHeader
        back={{ href: `/${ctx.team.slug}/searches`, label: 'All searches' }}
        title={search.name}
        description={`${describeSearch(search)} · ${changedBy(search)}`}
        actions={isWriter && <SearchActions ctx={ctx} search={search} />}
      />
      <Stack>
        <SameAsking ctx={ctx} search={search} />
        <CardBoundary>
          <Cost ctx={ctx} searchId={search.id} />
        </CardBoundary>
        {isWriter && (
          <CardBoundary>
            <RunCard title="Run" ctx={ctx} search={search} isBackground={isBackground} />
          </CardBoundary>
        )}
        {search.subjectCount > 1 && (
          <CardBoundary>
            <SubjectsCard
              title="Subjects"
              ctx={ctx}
              searchId={search.id}
              readRuns={() => listSubjectRuns(ctx, search)}
              hasNews
              shown={given.subjects === 'all' ? undefined : FIRST_SUBJECTS}
            />
          </CardBoundary>
        )}
        <CardBoundary>
          <NewItemsCard title="New items" ctx={ctx} searchId={search.id} />
        </CardBoundary>
        <CardBoundary>
          <ScheduleCard title="Schedule" ctx={ctx} search={search} />
        </CardBoundary>
        <CardBoundary>
          <RunsCard title="Runs of this search" ctx={ctx} searchId={search.id} asked={given} />
        </CardBoundary>
      </Stack>
    </>
  )
}

/** Says who changed the search last, and when. */
const changedBy = ({ changedByName, updatedAt }: SearchView): string =>
  `changed ${changedByName === '' ? '' : `by ${changedByName}, `}${formatMoment(updatedAt)}`

interface SearchActionsProps {
  readonly ctx: TeamCtx
  readonly search: SearchView
}

/** Edits the search, or copies it if it belongs to somebody else. */
async function SearchActions({ ctx, search }: SearchActionsProps) {
  const [environments, keys, { provider }, subjects] = await Promise.all([
    listEnvironments(ctx),
    listKeyChoices(ctx),
    teamProvider(ctx),
    listSubjects(ctx, search),
  ])
  const { slug: team } = ctx.team
  const mayChange = search.may.change
  return (
    <>
      <FormDrawer
        label={mayChange ? 'Change search' : 'Copy search'}
        title={
          mayChange ? 'Change search' : 'Only its owner or an admin can change it: save a copy of your own'
        }
        variant="default"
        isWide
      >
        <EditSearch
          team={team}
          mayChange={mayChange}
          environments={environments}
          keys={keys}
          offersTop={provider.search.product !== null}
          searchId={search.id}
          initial={toSearchFormFields(
            search,
            subjects.map(({ subject }) => subject),
          )}
          create={createSearchAction}
          update={updateSearchAction}
        />
      </FormDrawer>
      {mayChange && (
        <SearchMenu team={team} search={{ id: search.id, name: search.name }} remove={deleteSearchAction} />
      )}
    </>
  )
}

interface SameAskingProps {
  readonly ctx: TeamCtx
  readonly search: SearchView
}

/** Names other searches with the same question: items that both buy are not reported as bought again. */
async function SameAsking({ ctx, search }: SameAskingProps) {
  const others = await listDuplicateSearches(ctx, search)
  if (others.length === 0) return null
  return (
    <PageNote lead={others.length === 1 ? 'Another search asks the same:' : 'Other searches ask the same:'}>
      {others.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <AppLink href={`/${ctx.team.slug}/searches/${id}`} size="inherit">
            {name}
          </AppLink>
        </Fragment>
      ))}
      . Each is run and paid for separately.
    </PageNote>
  )
}

/** Shows what the search cost in the last 30 days, what a new item cost, and what was bought twice. */
async function Cost({ ctx, searchId }: { readonly ctx: TeamCtx; readonly searchId: string }) {
  const range = resolveRange({ preset: '30d' }, ctx.clock.now(), ctx.team.timeZone)
  const [dailyPrices, { provider }] = await Promise.all([
    listDailyPrices(ctx, await statedPrices(ctx), range.from.toJSDate()),
    teamProvider(ctx),
  ])
  const [spent] = await compareSpend(ctx, { range, dimension: 'searchId', searchId, dailyPrices })
  if (!spent) return null
  const { nano, items, newItems, again } = spent
  const isKnown = newItems > 0 && spent.unpricedItems === 0
  return (
    <section aria-label="Cost, 30 days">
      <StatStrip>
        <StatTile
          isMain
          label={`Spent, 30 days (${provider.balanceUnit})`}
          value={formatCreditsCompact(nano)}
          exact={formatWithUnit(nano)}
          hint={
            <>
              {withMoney(formatPlural(items, 'item'), nano)} ·{' '}
              <AppLink href={`/${ctx.team.slug}/usage?range=30d&search=${searchId}`} size="inherit">
                See usage
              </AppLink>
            </>
          }
        />
        <StatTile
          label={`Per new item (${provider.balanceUnit})`}
          value={isKnown ? formatCreditsInTable(nano / BigInt(newItems)) : UNKNOWN_FIGURE}
          hint={formatPlural(newItems, 'new item')}
        />
        <StatTile
          label={`Bought again (${provider.balanceUnit})`}
          value={again ? formatCreditsCompact(again.nano) : UNKNOWN_FIGURE}
          hint={
            again && nano > 0n && `${formatShare(toCredits(again.nano) / toCredits(nano))} of what it cost`
          }
        />
      </StatStrip>
    </section>
  )
}

interface ScheduleCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly search: SearchView
}

/** Shows when the search runs automatically. */
async function ScheduleCard({ title, ctx, search }: ScheduleCardProps) {
  const [schedules, estimates, channels] = await Promise.all([
    listSchedules(ctx),
    pageEstimates(ctx),
    listItemsChannels(ctx),
  ])
  const schedule = schedules.find(({ searchId }) => searchId === search.id) ?? null
  return (
    <Card title={title}>
      <SchedulePanel
        team={ctx.team.slug}
        searchId={search.id}
        schedule={schedule}
        estimate={estimates[search.operation]}
        subjectCount={search.subjectCount}
        isShared={search.shared}
        channels={channels}
        mayChange={search.may.change}
        preview={previewTimesAction}
        save={saveScheduleAction}
        pause={pauseScheduleAction}
        remove={removeScheduleAction}
      />
    </Card>
  )
}

interface NewItemsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly searchId: string
}

const NEWEST_ITEMS = 4

/** Shows the newest items of the search, newest run first. */
async function NewItemsCard({ title, ctx, searchId }: NewItemsCardProps) {
  const runs = await listNewItems(ctx, searchId, NEWEST_ITEMS)
  if (runs.length === 0) return null
  const { slug, timeZone } = ctx.team
  return (
    <Card title={title} description={`Newest run first; times in ${timeZone}`}>
      <NewestItems team={slug} runs={runs} />
    </Card>
  )
}

interface RunsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly searchId: string
  /** Places in the list, as the URL states them. */
  readonly asked: Awaited<SearchParams>
}

const ON_A_PAGE = 10

/** Lists a search's runs by page, newest first; admins can delete the items of all of them. */
async function RunsCard({ title, ctx, searchId, asked: { after, before } }: RunsCardProps) {
  const { slug } = ctx.team
  const [found, environments] = await Promise.all([
    listRunsPage(ctx, ON_A_PAGE, runsUrlQuerySchema.parse({ search: searchId, after, before })),
    listEnvironments(ctx),
  ])
  const runs = found?.runs ?? []
  const here = `/${slug}/searches/${searchId}`
  const remove = hasRole(ctx.actor.role, 'admin') && runs.length > 0 && (
    <ItemsMenu
      name="the runs of this search"
      input={{ team: slug, searchId }}
      label="Delete the items of all runs"
      title="Delete the items of all runs of this search?"
      text="The contents of all items of its runs are deleted, including private runs."
      remove={deleteSearchItemsAction}
    />
  )
  const exported = (runs.length > 0 || after !== undefined) && (
    <SearchExport team={slug} searchId={searchId} />
  )
  return (
    <Card
      title={title}
      anchor="runs"
      actions={
        <>
          {exported}
          {remove}
        </>
      }
    >
      {found === null ? (
        <MissingRunsNote newest={`${here}#runs`} />
      ) : (
        <RunTable
          team={slug}
          runs={runs}
          environments={environments}
          now={ctx.clock.now()}
          kind="of-one-search"
        />
      )}
      <ListPages
        previous={found?.previous ? `${here}?before=${found.previous}#runs` : null}
        next={found?.next ? `${here}?after=${found.next}#runs` : null}
      />
    </Card>
  )
}
