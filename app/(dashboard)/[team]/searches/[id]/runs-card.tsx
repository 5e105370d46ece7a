import { DeleteItems, RunTable } from '@/components/runs'
import { Card } from '@/components/ui'
import { listRuns } from '@/lib/collect/runs'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { deleteSearchItemsAction } from '../actions'

interface RunsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly searchId: string
}

const MOST = 100

/** The latest runs of a search; admins can delete the items of all of them. */
export async function RunsCard({ title, ctx, searchId }: RunsCardProps) {
  const { slug, timeZone } = ctx.team
  const runs = await listRuns(ctx, { most: MOST, searchId })
  const remove = hasRole(ctx.actor.role, 'admin') && runs.length > 0 && (
    <DeleteItems
      input={{ team: slug, searchId }}
      label="Delete the items of all runs"
      title="Delete the items of all runs of this search?"
      text="The contents of all items of its runs are deleted, including private runs."
      remove={deleteSearchItemsAction}
    />
  )
  return (
    <Card title={title} description={`The latest ${MOST} runs at most.`} actions={remove}>
      <RunTable team={slug} runs={runs} now={ctx.clock.now()} timeZone={timeZone} kind="of-one-search" />
    </Card>
  )
}
