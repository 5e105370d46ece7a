import { Stack } from '@mantine/core'
import { orPage, pageEstimates, requireMember } from '@/app/_server'
import { SchedulePanel } from '@/components/schedules'
import {
  describeSearch,
  EditSearch,
  fieldsOf,
  type KeyChoice,
  RunPanel,
  VersionTable,
} from '@/components/searches'
import { Card, PageHeader } from '@/components/ui'
import { isInOrderOfTime, listRuns } from '@/lib/collect/runs'
import { listSchedules } from '@/lib/collect/schedules'
import { getSearch, listSearchVersions, type SearchView } from '@/lib/collect/searches'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { Loaded } from '../../loaded'
import { startBackgroundRunAction, startRunAction } from '../../runs/actions'
import {
  createSearchAction,
  deleteSearchAction,
  pauseScheduleAction,
  previewTimesAction,
  removeScheduleAction,
  saveScheduleAction,
  updateSearchAction,
} from '../actions'
import { keyChoices } from '../key-choices'
import { RunsCard } from './runs-card'

export const metadata = { title: 'Search' }

interface SearchPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

interface CardProps {
  readonly ctx: TeamCtx
  readonly search: SearchView
}

const RUNS = 'Runs of this search'
const SCHEDULE = 'Schedule'
const VERSIONS = 'Versions'
const RUNS_LOOKED_AT = 20

export default async function SearchPage({ params }: SearchPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const search = await orPage(() => getSearch(ctx, id), `/${ctx.team.slug}/searches/${id}`)
  const isWriter = hasRole(ctx.actor.role, 'member')
  const mayChange = isWriter && (search.ownerId === ctx.actor.memberId || hasRole(ctx.actor.role, 'admin'))
  return (
    <>
      <PageHeader title={search.name} description={describeSearch(search)} />
      <Stack>
        {isWriter && (
          <Loaded title="Run" height={90}>
            <RunCard ctx={ctx} search={search} />
          </Loaded>
        )}
        <Loaded title={SCHEDULE} height={90}>
          <ScheduleCard ctx={ctx} search={search} mayChange={mayChange} />
        </Loaded>
        <Loaded title={RUNS}>
          <RunsCard title={RUNS} ctx={ctx} searchId={search.id} />
        </Loaded>
        {isWriter && (
          <Loaded title="Edit" height={400}>
            <EditCard ctx={ctx} search={search} mayChange={mayChange} />
          </Loaded>
        )}
        <Loaded title={VERSIONS} height={120}>
          <VersionsCard ctx={ctx} search={search} />
        </Loaded>
      </Stack>
    </>
  )
}

async function RunCard({ ctx, search }: CardProps) {
  const [keys, budgets, estimates, runs] = await Promise.all([
    usableKeys(ctx, search),
    stoppingBudgets(ctx, search),
    pageEstimates(ctx),
    listRuns(ctx, { searchId: search.id, most: RUNS_LOOKED_AT }),
  ])
  const last = runs.find(({ endReason }) => endReason === 'last_page')
  return (
    <Card
      title="Run"
      description="Page by page it buys the first page, and the next ones on purpose; in the background it goes on by itself."
    >
      <RunPanel
        team={ctx.team.slug}
        searchId={search.id}
        keys={keys}
        choosesKey={search.keyChoice === 'wallet'}
        isByTime={isInOrderOfTime(search)}
        estimate={estimates[search.operation]}
        lastItems={last?.items ?? null}
        budgets={budgets}
        timeZone={ctx.team.timeZone}
        startRun={startRunAction}
        startBackgroundRun={startBackgroundRunAction}
      />
    </Card>
  )
}

async function ScheduleCard({ ctx, search, mayChange }: CardProps & { readonly mayChange: boolean }) {
  const schedule = (await listSchedules(ctx)).find(({ searchId }) => searchId === search.id) ?? null
  return (
    <Card title={SCHEDULE}>
      <SchedulePanel
        team={ctx.team.slug}
        searchId={search.id}
        schedule={schedule}
        timeZone={ctx.team.timeZone}
        isShared={search.shared}
        mayChange={mayChange}
        preview={previewTimesAction}
        save={saveScheduleAction}
        pause={pauseScheduleAction}
        remove={removeScheduleAction}
      />
    </Card>
  )
}

async function EditCard({ ctx, search, mayChange }: CardProps & { readonly mayChange: boolean }) {
  const [environments, keys] = await Promise.all([listEnvironments(ctx), keyChoices(ctx)])
  const text = 'It is its owner’s, and an admin’s, to change. A copy of it is yours.'
  return (
    <Card title="Edit" {...(!mayChange && { description: text })}>
      <EditSearch
        team={ctx.team.slug}
        searchId={search.id}
        mayChange={mayChange}
        initial={fieldsOf(search)}
        environments={environments}
        keys={keys}
        create={createSearchAction}
        update={updateSearchAction}
        remove={deleteSearchAction}
      />
    </Card>
  )
}

async function VersionsCard({ ctx, search }: CardProps) {
  const versions = await listSearchVersions(ctx, search.id)
  return (
    <Card title={VERSIONS} description="Each run names the version that it ran.">
      <VersionTable versions={versions} timeZone={ctx.team.timeZone} />
    </Card>
  )
}

/** The keys it can run with, those of its own environment first. */
async function usableKeys(
  ctx: TeamCtx,
  { keyChoice, keyId, environmentId }: SearchView,
): Promise<KeyChoice[]> {
  const active = (await listKeys(ctx)).filter(({ status }) => status === 'active')
  const fits = (key: KeyChoice) =>
    (keyChoice === 'key' ? key.id === keyId : key.environmentId === environmentId) ? 0 : 1
  return active
    .map(({ id, name, prefix, environmentId, environmentName, walletId, pack }) => ({
      id,
      name,
      prefix,
      environmentId,
      environmentName,
      walletId,
      pack,
    }))
    .sort((a, b) => fits(a) - fits(b))
}

/** The budgets that can stop a run of this search by this member, whatever its key. */
async function stoppingBudgets(ctx: TeamCtx, search: SearchView) {
  const others = { member: ctx.actor.memberId, search: search.id } as const
  return (await listBudgets(ctx))
    .filter(({ stops }) => stops)
    .filter(({ scope, scopeId }) =>
      scope === 'member' || scope === 'search' ? others[scope] === scopeId : true,
    )
    .map(({ id, name, scope, scopeId, unit, left }) => ({ id, name, scope, scopeId, unit, left }))
}
