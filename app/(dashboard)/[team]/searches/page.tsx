import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { SearchTrash } from '@/components/searches'
import { SearchTabs } from '@/components/shell'
import { Card, CardBoundary, PageHeader } from '@/components/ui'
import { findSearchesInput, listDeletedSearches } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { restoreSearchAction } from './actions'
import { newSearchLink, SearchesCard } from './searches-card'

export const metadata = { title: 'Searches' }

interface SearchesPageProps {
  readonly params: Promise<{ team: string }>
  /** The part of the list to show, and its order. */
  readonly searchParams: SearchParams
}

const TITLE = 'Saved searches'
const TRASH = 'Trash'

export default async function SearchesPage({ params, searchParams }: SearchesPageProps) {
  const ctx = await requireMember(params)
  const part = findSearchesInput.parse(await searchParams)
  return (
    <>
      <PageHeader
        title="Searches"
        description="Your own and those of the team. A search costs nothing until it is run."
        actions={newSearchLink(ctx)}
      />
      <SearchTabs team={ctx.team.slug} />
      <Stack gap="xl">
        <CardBoundary>
          <SearchesCard title={TITLE} ctx={ctx} part={part} />
        </CardBoundary>
        <CardBoundary>
          <TrashCard ctx={ctx} />
        </CardBoundary>
      </Stack>
    </>
  )
}

async function TrashCard({ ctx }: { readonly ctx: TeamCtx }) {
  const searches = await listDeletedSearches(ctx)
  if (searches.length === 0) return null
  return (
    <Card title={TRASH} description="A restored search is unchanged.">
      <SearchTrash
        team={ctx.team.slug}
        searches={searches}
        now={ctx.clock.now()}
        restore={restoreSearchAction}
      />
    </Card>
  )
}
