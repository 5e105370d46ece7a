import { Text } from '@mantine/core'
import { formatDay } from '@/lib/kernel'
import { findLeft } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'

/** Says at the end of a list of calls that older ones were deleted, if the list would reach back that far. */
export async function DetailsLeft({ ctx, since }: { readonly ctx: TeamCtx; readonly since: Date }) {
  const left = await findLeft(ctx)
  if (left === null || since >= left.before) return null
  const [before, at] = [left.before, left.at].map((moment) => formatDay(moment, ctx.team.timeZone))
  return (
    <Text size="sm" mt="sm">
      Details before {before} were deleted on {at}. Their sums and all unknown calls are kept.
    </Text>
  )
}
