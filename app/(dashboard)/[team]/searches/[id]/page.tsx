import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import { orPage, requireMember, type SearchParams, titleOf } from '@/app/_server'
import { PageHeader } from '@/components/ui'
import { runsOfAddress } from '@/lib/collect/runs'
import { getSearch } from '@/lib/collect/searches'
import { describeSearch, hasRole } from '@/lib/kernel'
import { InOrder } from '../../loaded'
import { RunCard } from './run-card'
import { RunsCard } from './runs-card'
import { ScheduleCard } from './schedule-card'
import { SearchActions } from './search-actions'
import { VersionsCard } from './versions-card'

interface SearchPageProps {
  readonly params: Promise<{ team: string; id: string }>
  /** `after`: which of its runs; `mode`: how it is to be run. */
  readonly searchParams: SearchParams
}

/** Read once for the page and its title. */
const readSearch = cache(getSearch)

export async function generateMetadata({ params }: Pick<SearchPageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await titleOf('search', async () => (await readSearch(ctx, id)).name) }
}

const RUN = 'Run'
const SCHEDULE = 'Schedule'
const RUNS = 'Runs of this search'
const VERSIONS = 'Versions'

export default async function SearchPage({ params, searchParams }: SearchPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const search = await orPage(() => readSearch(ctx, id), `/${ctx.team.slug}/searches/${id}`)
  const given = await searchParams
  const { after } = runsOfAddress.parse(given)
  const isBackground = given.mode === 'background'
  const isWriter = hasRole(ctx.actor.role, 'member')
  const parts = [
    ...(isWriter
      ? [{ title: RUN, height: 260, content: <RunCard title={RUN} {...{ ctx, search, isBackground }} /> }]
      : []),
    {
      title: SCHEDULE,
      height: 90,
      content: <ScheduleCard title={SCHEDULE} ctx={ctx} search={search} />,
    },
    { title: RUNS, content: <RunsCard title={RUNS} ctx={ctx} searchId={search.id} after={after} /> },
    {
      title: VERSIONS,
      height: 120,
      content: <VersionsCard title={VERSIONS} ctx={ctx} searchId={search.id} />,
    },
  ]
  return (
    <>
      <PageHeader
        back={{ href: `/${ctx.team.slug}/searches`, label: 'All searches' }}
        title={search.name}
        description={describeSearch(search)}
        actions={isWriter && <SearchActions ctx={ctx} search={search} />}
      />
      <Stack>
        <InOrder parts={parts} />
      </Stack>
    </>
  )
}
