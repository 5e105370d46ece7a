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
import { startRunAction } from '../../runs/actions'
import { deleteSearchAction, updateSearchAction } from '../actions'

export const metadata = { title: 'Search' }

interface SearchPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

export default async function SearchPage({ params }: SearchPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const search = await orPage(() => getSearch(ctx, id), `/${ctx.team.slug}/searches/${id}`)
  const [keys, environments, estimates, runs] = await Promise.all([
    usableKeys(ctx, search),
    listEnvironments(ctx),
    pageEstimates(ctx),
    listRuns(ctx, { searchId: search.id }),
  ])
  const { slug, timeZone } = ctx.team
  const isWriter = hasRole(ctx.actor.role, 'member')
  const mayEdit = isWriter && (search.ownerId === ctx.actor.memberId || hasRole(ctx.actor.role, 'admin'))
  const initial = {
    ...search,
    product: search.product ?? 'Latest',
    environmentId: search.environmentId ?? '',
  } as const
  return (
    <>
      <PageHeader title={search.name} description={describeSearch(search)} />
      <Stack>
        {isWriter && (
          <Card title="Run" description="Buys the first page; further pages are bought one by one.">
            <RunPanel
              team={slug}
              searchId={search.id}
              keys={keys}
              estimate={estimates[search.operation]}
              startRun={startRunAction}
            />
          </Card>
        )}
        <Card title="Runs of this search">
          <RunTable team={slug} runs={runs} now={ctx.clock.now()} timeZone={timeZone} />
        </Card>
        {mayEdit && (
          <Card title="Edit">
            <EditSearch
              team={slug}
              searchId={search.id}
              initial={initial}
              environments={environments}
              update={updateSearchAction}
              remove={deleteSearchAction}
            />
          </Card>
        )}
      </Stack>
    </>
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
