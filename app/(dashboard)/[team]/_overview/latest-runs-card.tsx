import { RunTable } from '@/components/runs'
import { Card, LinkTo } from '@/components/ui'
import { listRuns } from '@/lib/collect/runs'
import type { TeamCtx } from '@/lib/platform/db'

/** Lists the newest runs. */
export async function LatestRunsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const { slug, timeZone } = ctx.team
  const runs = await listRuns(ctx, { most: 6 })
  return (
    <Card
      title="Newest runs"
      actions={
        <LinkTo href={`/${slug}/runs`} size="sm">
          All runs
        </LinkTo>
      }
    >
      <RunTable team={slug} runs={runs} now={ctx.clock.now()} timeZone={timeZone} kind="short" />
    </Card>
  )
}
