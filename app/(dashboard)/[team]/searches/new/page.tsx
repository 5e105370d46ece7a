import { requireMember } from '@/app/_server'
import { NewSearch } from '@/components/searches'
import { Card, ForbiddenState, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listEnvironments } from '@/lib/teams'
import { createSearchAction } from '../actions'

export const metadata = { title: 'New search' }

const EMPTY = {
  name: '',
  operation: 'timeline',
  subject: '',
  product: 'Latest',
  shared: true,
  environmentId: '',
} as const

interface NewSearchPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function NewSearchPage({ params }: NewSearchPageProps) {
  const ctx = await requireMember(params)
  const environments = await listEnvironments(ctx)
  return (
    <>
      <PageHeader title="New search" description="Saving costs nothing; running it buys pages." />
      <Card title="What to look for">
        {hasRole(ctx.actor.role, 'member') ? (
          <NewSearch
            team={ctx.team.slug}
            initial={EMPTY}
            environments={environments}
            create={createSearchAction}
          />
        ) : (
          <ForbiddenState needs="member" toDo="save searches" />
        )}
      </Card>
    </>
  )
}
