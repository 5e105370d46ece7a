import { Text } from '@mantine/core'
import { AppLink, ButtonLink, EmptyState, PageNote } from '@/components/ui'
import { findRecentUpstreamFailure } from '@/lib/alerts/alerts'
import { formatDay, formatTime } from '@/lib/kernel'
import { findDeletedCalls } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'

/** Says at the end of a list of calls that older ones were deleted, if the list would reach back that far. */
export async function DeletedDetailsNote({ ctx, since }: { readonly ctx: TeamCtx; readonly since: Date }) {
  const deleted = await findDeletedCalls(ctx)
  if (deleted === null || since >= deleted.before) return null
  const [before, at] = [deleted.before, deleted.at].map((moment) => formatDay(moment))
  return (
    <Text size="sm" mt="sm">
      Details before {before} were deleted on {at}. Their sums and all unknown calls are kept.
    </Text>
  )
}

/** Replaces a page of runs whose cursor names a run that was deleted, or that the reader may not see. */
export const MissingRunsNote = ({ newest }: { readonly newest: string }) => (
  <EmptyState
    title="This page of the list is gone"
    text="The run that this page started after was deleted, or you cannot see it."
    action={<ButtonLink href={newest}>Show the newest runs</ButtonLink>}
  />
)

/** Says on every page that the upstream fails or cannot be reached, and since when. */
export async function UpstreamNote({ ctx }: { readonly ctx: TeamCtx }) {
  const trouble = await findRecentUpstreamFailure(ctx)
  if (trouble === null) return null
  const { isOutOfReach, since, reason } = trouble
  const { slug } = ctx.team
  return (
    <div style={SPACE} data-print="never">
      <PageNote
        tone="warn"
        lead={`API ${isOutOfReach ? 'not reachable' : 'failing'} since ${formatTime(since)}.`}
        actions={
          <AppLink size="md" href={`/${slug}/usage`}>
            See calls
          </AppLink>
        }
      >
        {reason}
      </PageNote>
    </div>
  )
}

const SPACE = { marginBottom: 16 }
