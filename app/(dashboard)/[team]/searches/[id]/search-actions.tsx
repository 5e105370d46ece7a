import { teamProvider } from '@/app/_server'
import { EditSearch, fieldsOf, SearchMenu } from '@/components/searches'
import { FormDrawer } from '@/components/ui'
import type { SearchView } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { createSearchAction, deleteSearchAction, updateSearchAction } from '../actions'
import { keyChoices } from '../key-choices'

interface SearchActionsProps {
  readonly ctx: TeamCtx
  readonly search: SearchView
}

/** Edits the search, or copies it if it belongs to somebody else. */
export async function SearchActions({ ctx, search }: SearchActionsProps) {
  const [environments, keys, { provider }] = await Promise.all([
    listEnvironments(ctx),
    keyChoices(ctx),
    teamProvider(ctx),
  ])
  const { slug: team } = ctx.team
  const mayChange = search.may.change
  return (
    <>
      <FormDrawer
        label={mayChange ? 'Change search' : 'Copy search'}
        title={
          mayChange ? 'Change search' : 'Only its owner or an admin can change it: save a copy of your own'
        }
        variant="default"
        isWide
      >
        <EditSearch
          team={team}
          mayChange={mayChange}
          environments={environments}
          keys={keys}
          offersTop={provider.search.product !== null}
          searchId={search.id}
          initial={fieldsOf(search)}
          create={createSearchAction}
          update={updateSearchAction}
        />
      </FormDrawer>
      {mayChange && (
        <SearchMenu team={team} search={{ id: search.id, name: search.name }} remove={deleteSearchAction} />
      )}
    </>
  )
}
