import { ItemsMenu, RunTable } from '@/components/runs'
import { Card, ListPages } from '@/components/ui'
import { listSomeRuns } from '@/lib/collect/runs'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { RunsGone } from '../../runs-gone'
import { deleteSearchItemsAction } from '../actions'

interface RunsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly searchId: string
  /** The run after which this page of the list begins. */
  readonly after: string | undefined
}

const ON_A_PAGE = 10

/** Lists a search's runs by page, newest first; admins can delete the items of all of them. */
export async function RunsCard({ title, ctx, searchId, after }: RunsCardProps) {
  const { slug, timeZone } = ctx.team
  const [found, environments] = await Promise.all([
    listSomeRuns(ctx, ON_A_PAGE, { search: searchId, after }),
    listEnvironments(ctx),
  ])
  const { runs, hasMore } = found ?? { runs: [], hasMore: false }
  const here = `/${slug}/searches/${searchId}`
  const remove = hasRole(ctx.actor.role, 'admin') && runs.length > 0 && (
    <ItemsMenu
      name="the runs of this search"
      input={{ team: slug, searchId }}
      label="Delete the items of all runs"
      title="Delete the items of all runs of this search?"
      text="The contents of all items of its runs are deleted, including private runs."
      remove={deleteSearchItemsAction}
    />
  )
  return (
    <Card title={title} anchor="runs" actions={remove}>
      {found === null ? (
        <RunsGone newest={`${here}#runs`} />
      ) : (
        <RunTable
          team={slug}
          runs={runs}
          environments={environments}
          timeZone={timeZone}
          now={ctx.clock.now()}
          kind="of-one-search"
        />
      )}
      <ListPages
        of="runs"
        newest={after === undefined || found === null ? null : `${here}#runs`}
        older={hasMore ? `${here}?after=${runs.at(-1)?.id}#runs` : null}
      />
    </Card>
  )
}
