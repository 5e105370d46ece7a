import { requireMember } from '@/app/_server'
import { SearchTable } from '@/components/searches'
import { ButtonLink, Card, EmptyState, PageHeader } from '@/components/ui'
import { formatAgo, hasRole } from '@/lib/kernel'
import { listRuns } from '@/lib/runs'
import { listSearches } from '@/lib/searches'

export const metadata = { title: 'Searches' }

interface SearchesPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function SearchesPage({ params }: SearchesPageProps) {
  const ctx = await requireMember(params)
  const [searches, runs] = await Promise.all([listSearches(ctx), listRuns(ctx)])
  const mayRun = hasRole(ctx.actor.role, 'member')
  const { slug } = ctx.team
  const now = ctx.clock.now()
  const rows = searches.map((search) => {
    const last = runs.find(({ searchId }) => searchId === search.id)
    return { ...search, lastRun: last ? formatAgo(last.startedAt, now) : null }
  })
  const add = mayRun ? <ButtonLink href={`/${slug}/searches/new`}>New search</ButtonLink> : null
  return (
    <>
      <PageHeader
        title="Searches"
        description="Saved searches: your own and those of the team."
        actions={add}
      />
      <Card title="Saved searches">
        {rows.length === 0 ? (
          <EmptyState
            title="No saved searches yet"
            text="A search is saved first and costs nothing until it is run."
            action={add}
          />
        ) : (
          <SearchTable team={slug} caption="Saved searches" searches={rows} mayRun={mayRun} />
        )}
      </Card>
    </>
  )
}
