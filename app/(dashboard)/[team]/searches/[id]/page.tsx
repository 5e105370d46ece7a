import { Stack } from '@mantine/core'
import { orPage, pageEstimates, requireMember } from '@/app/_server'
import { RunTable } from '@/components/runs'
import { describeSearch, EditSearch, type KeyChoice, RunPanel } from '@/components/searches'
import { Card, PageHeader } from '@/components/ui'
import type { TeamCtx } from '@/lib/db'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys'
import { listRuns } from '@/lib/runs'
import { getSearch, type SearchView } from '@/lib/searches'
import { listEnvironments } from '@/lib/teams'
import { Loaded } from '../../loaded'
import { startRunAction } from '../../runs/actions'
import { deleteSearchAction, updateSearchAction } from '../actions'

export const metadata = { title: 'Search' }

interface SearchPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

interface CardProps {
  readonly ctx: TeamCtx
  readonly search: SearchView
}

const RUNS = 'Runs of this search'

export default async function SearchPage({ params }: SearchPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const search = await orPage(() => getSearch(ctx, id), `/${ctx.team.slug}/searches/${id}`)
  const isWriter = hasRole(ctx.actor.role, 'member')
  const mayEdit = isWriter && (search.ownerId === ctx.actor.memberId || hasRole(ctx.actor.role, 'admin'))
  return (
    <>
      <PageHeader title={search.name} description={describeSearch(search)} />
      <Stack>
        {isWriter && (
          <Loaded title="Run" height={90}>
            <RunCard ctx={ctx} search={search} />
          </Loaded>
        )}
        <Loaded title={RUNS}>
          <RunsCard ctx={ctx} search={search} />
        </Loaded>
        {mayEdit && (
          <Loaded title="Edit" height={400}>
            <EditCard ctx={ctx} search={search} />
          </Loaded>
        )}
      </Stack>
    </>
  )
}

async function RunCard({ ctx, search }: CardProps) {
  const [keys, estimates] = await Promise.all([usableKeys(ctx, search), pageEstimates(ctx)])
  return (
    <Card title="Run" description="Buys the first page; further pages are bought one by one.">
      <RunPanel
        team={ctx.team.slug}
        searchId={search.id}
        keys={keys}
        estimate={estimates[search.operation]}
        startRun={startRunAction}
      />
    </Card>
  )
}

async function RunsCard({ ctx, search }: CardProps) {
  const { slug, timeZone } = ctx.team
  const runs = await listRuns(ctx, { searchId: search.id })
  return (
    <Card title={RUNS}>
      <RunTable team={slug} runs={runs} now={ctx.clock.now()} timeZone={timeZone} />
    </Card>
  )
}

async function EditCard({ ctx, search }: CardProps) {
  const { product, environmentId } = search
  const initial = { ...search, product: product ?? 'Latest', environmentId: environmentId ?? '' } as const
  return (
    <Card title="Edit">
      <EditSearch
        team={ctx.team.slug}
        searchId={search.id}
        initial={initial}
        environments={await listEnvironments(ctx)}
        update={updateSearchAction}
        remove={deleteSearchAction}
      />
    </Card>
  )
}

/** The keys it can run with, those of its own environment first. */
async function usableKeys(ctx: TeamCtx, { environmentId }: SearchView): Promise<KeyChoice[]> {
  const active = (await listKeys(ctx)).filter(({ status }) => status === 'active')
  const fits = (key: KeyChoice) => (key.environmentId === environmentId ? 0 : 1)
  return active
    .map(({ id, name, prefix, environmentId, environmentName, pack }) => ({
      id,
      name,
      prefix,
      environmentId,
      environmentName,
      pack,
    }))
    .sort((a, b) => fits(a) - fits(b))
}
