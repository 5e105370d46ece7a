import { WHAT_STAYS } from '@/components/items/what-stays'
import { DeleteItems } from '@/components/runs'
import type { DeletedItems } from '@/lib/collect/retention'
import type { RunView } from '@/lib/collect/runs'
import { plural } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { deleteRunItemsAction } from '../actions'

interface DeleteButtonProps {
  readonly ctx: TeamCtx
  readonly run: RunView
  readonly deleted: DeletedItems | null
}

/** For those who may, once it is not under way and as long as there is something to delete. */
export function DeleteButton({ ctx, run, deleted }: DeleteButtonProps) {
  const left = run.items + run.reusedItems - (deleted?.items ?? 0)
  const isUnderWay = run.isInBackground && run.state === 'OPEN'
  if (!run.may.deleteItems || left <= 0 || isUnderWay) return null
  return (
    <DeleteItems
      input={{ team: ctx.team.slug, runId: run.id }}
      label="Delete the items"
      title="Delete the items of this run?"
      text={`The contents of ${plural(left, 'item')} are deleted. ${WHAT_STAYS}`}
      remove={deleteRunItemsAction}
    />
  )
}
