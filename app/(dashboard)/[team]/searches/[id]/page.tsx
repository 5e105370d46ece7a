import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import { orPage, requireMember, type SearchParams, titleOf } from '@/app/_server'
import { CardBoundary, PageHeader } from '@/components/ui'
import { runsOfAddress } from '@/lib/collect/runs'
import { getSearch } from '@/lib/collect/searches'
import { describeSearch, hasRole } from '@/lib/kernel'
import { RunCard } from './run-card'
import { RunsCard } from './runs-card'
import { SameAsking } from './same-asking'
import { ScheduleCard } from './schedule-card'
import { SearchActions } from './search-actions'
import { VersionsCard } from './versions-card'

interface SearchPageProps {
  readonly params: Promise<{ team: string; id: string }>
  /** `after`: cursor of the list of runs. `mode`: the way to run the search. */
  readonly searchParams: SearchParams
}

/** Reads the search once for the page and its title. */
const readSearch = cache(getSearch)

export async function generateMetadata({ params }: Pick<SearchPageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await titleOf('search', async () => (await readSearch(ctx, id)).name) }
}

export default async function SearchPage({ params, searchParams }: SearchPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const search = await orPage(() => readSearch(ctx, id), `/${ctx.team.slug}/searches/${id}`)
  const given = await searchParams
  const { after } = runsOfAddress.parse(given)
  const isBackground = given.mode === 'background'
  const isWriter = hasRole(ctx.actor.role, 'member')
  return (
    <>
      <PageHeader
        back={{ href: `/${ctx.team.slug}/searches`, label: 'All searches' }}
        title={search.name}
        description={describeSearch(search)}
        actions={isWriter && <SearchActions ctx={ctx} search={search} />}
      />
      <Stack>
        <SameAsking ctx={ctx} search={search} />
        {isWriter && (
          <CardBoundary>
            <RunCard title="Run" ctx={ctx} search={search} isBackground={isBackground} />
          </CardBoundary>
        )}
        <CardBoundary>
          <ScheduleCard title="Schedule" ctx={ctx} search={search} />
        </CardBoundary>
        <CardBoundary>
          <RunsCard title="Runs of this search" ctx={ctx} searchId={search.id} after={after} />
        </CardBoundary>
        <CardBoundary>
          <VersionsCard title="Versions" ctx={ctx} searchId={search.id} />
        </CardBoundary>
      </Stack>
    </>
  )
}
