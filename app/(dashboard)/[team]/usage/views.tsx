import type { PageRange } from '@/app/_server'
import { FormDrawer } from '@/components/ui'
import { SavedViews } from '@/components/usage'
import { hasRole } from '@/lib/kernel'
import { listUsageViews } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { deleteViewAction, saveViewAction } from './actions'
import { addressOf } from './ledger-href'
import type { UsageQuery } from './query'

interface ViewsProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Shows the team's saved views and the way to save this one; nothing if there are none and none can be saved. */
export async function Views({ ctx, range, query }: ViewsProps) {
  const views = await listUsageViews(ctx)
  const maySave = hasRole(ctx.actor.role, 'member')
  if (views.length === 0 && !maySave) return null
  return (
    <FormDrawer label="Saved views" title="Saved views" variant="default">
      <SavedViews
        team={ctx.team.slug}
        views={views}
        query={addressOf(range, { ...query, after: null })}
        save={maySave ? saveViewAction : null}
        remove={deleteViewAction}
      />
    </FormDrawer>
  )
}
