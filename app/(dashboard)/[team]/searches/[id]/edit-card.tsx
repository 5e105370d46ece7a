import { EditSearch, fieldsOf } from '@/components/searches'
import { Card } from '@/components/ui'
import type { SearchView } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { createSearchAction, deleteSearchAction, updateSearchAction } from '../actions'
import { keyChoices } from '../key-choices'

interface EditCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly search: SearchView
}

const NOT_YOURS = 'Only its owner or an admin can change it. You can save a copy of your own.'

/** Changes the search, or makes a copy of it. */
export async function EditCard({ title, ctx, search }: EditCardProps) {
  const [environments, keys] = await Promise.all([listEnvironments(ctx), keyChoices(ctx)])
  return (
    <Card title={title} {...(!search.may.change && { description: NOT_YOURS })}>
      <EditSearch
        team={ctx.team.slug}
        searchId={search.id}
        mayChange={search.may.change}
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
