import { requireMember, teamProvider } from '@/app/_server'
import { EMPTY_SEARCH, NewSearch } from '@/components/searches'
import { Card, ForbiddenState, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listEnvironments } from '@/lib/teams/teams'
import { listKeyChoices } from '../../team-reads'
import { createSearchAction } from '../actions'

export const metadata = { title: 'New search' }

interface NewSearchPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function NewSearchPage({ params }: NewSearchPageProps) {
  const ctx = await requireMember(params)
  const [environments, keys, { provider }] = await Promise.all([
    listEnvironments(ctx),
    listKeyChoices(ctx),
    teamProvider(ctx),
  ])
  return (
    <>
      <PageHeader
        back={{ href: `/${ctx.team.slug}/searches`, label: 'All searches' }}
        title="New search"
        description="Saving costs nothing; running it buys pages."
      />
      <Card title="What to look for" isNarrow>
        {hasRole(ctx.actor.role, 'member') ? (
          <NewSearch
            team={ctx.team.slug}
            initial={EMPTY_SEARCH}
            environments={environments}
            keys={keys}
            offersTop={provider.search.product !== null}
            create={createSearchAction}
          />
        ) : (
          <ForbiddenState needs="member" toDo="save searches" />
        )}
      </Card>
    </>
  )
}
