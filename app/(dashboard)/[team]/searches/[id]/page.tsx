import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import { orPage, requireMember } from '@/app/_server'
import { PageHeader } from '@/components/ui'
import { getSearch } from '@/lib/collect/searches'
import { describeSearch, hasRole } from '@/lib/kernel'
import { Loaded } from '../../loaded'
import { EditCard } from './edit-card'
import { RunCard } from './run-card'
import { RunsCard } from './runs-card'
import { ScheduleCard } from './schedule-card'
import { VersionsCard } from './versions-card'

interface SearchPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

/** Read once for the page and its title. */
const readSearch = cache(getSearch)

export async function generateMetadata({ params }: Pick<SearchPageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  const search = await readSearch(ctx, id).catch(() => null)
  return { title: search ? `${search.name} · search` : 'Search' }
}

const RUN = 'Run'
const SCHEDULE = 'Schedule'
const RUNS = 'Runs of this search'
const EDIT = 'Edit'
const VERSIONS = 'Versions'

export default async function SearchPage({ params }: SearchPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const search = await orPage(() => readSearch(ctx, id), `/${ctx.team.slug}/searches/${id}`)
  const isWriter = hasRole(ctx.actor.role, 'member')
  return (
    <>
      <PageHeader title={search.name} description={describeSearch(search)} />
      <Stack>
        {isWriter && (
          <Loaded title={RUN} height={90}>
            <RunCard title={RUN} ctx={ctx} search={search} />
          </Loaded>
        )}
        <Loaded title={SCHEDULE} height={90}>
          <ScheduleCard title={SCHEDULE} ctx={ctx} search={search} />
        </Loaded>
        <Loaded title={RUNS}>
          <RunsCard title={RUNS} ctx={ctx} searchId={search.id} />
        </Loaded>
        {isWriter && (
          <Loaded title={EDIT} height={400}>
            <EditCard title={EDIT} ctx={ctx} search={search} />
          </Loaded>
        )}
        <Loaded title={VERSIONS} height={120}>
          <VersionsCard title={VERSIONS} ctx={ctx} searchId={search.id} />
        </Loaded>
      </Stack>
    </>
  )
}
