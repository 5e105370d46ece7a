import { WHAT_STAYS } from '@/components/items/what-stays'
import { ItemsMenu } from '@/components/runs'
import type { DeletedItems } from '@/lib/collect/retention'
import type { RunView } from '@/lib/collect/runs'
import { plural } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { deleteRunItemsAction } from '../actions'

interface RunMenuProps {
  readonly ctx: TeamCtx
  readonly run: RunView
  readonly deleted: DeletedItems | null
}

/** Offers to delete the run's items to those who may, once the run has ended and while any are left. */
export function RunMenu({ ctx, run, deleted }: RunMenuProps) {
  const left = run.items + run.reusedItems - (deleted?.items ?? 0)
  const isUnderWay = run.isInBackground && run.state === 'OPEN'
  if (!run.may.deleteItems || left <= 0 || isUnderWay) return null
  return (
    <ItemsMenu
      name={`the run of ${run.searchName}`}
      isInHeader
      input={{ team: ctx.team.slug, runId: run.id }}
      label="Delete the items"
      title="Delete the items of this run?"
      text={`The contents of ${plural(left, 'item')} are deleted. ${WHAT_STAYS}`}
      remove={deleteRunItemsAction}
    />
  )
}
