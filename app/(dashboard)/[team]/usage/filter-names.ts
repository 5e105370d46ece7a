import type { PageRange } from '@/app/_server'
import type { TeamCtx } from '@/lib/platform/db'
import { GROUPING_NAMES, GROUPINGS } from './groupings'
import type { UsageQuery } from './query'
import { seriesNames } from './series-names'

/** Returns the page's filters in words. */
export async function filterNames(ctx: TeamCtx, range: PageRange, query: UsageQuery) {
  const set = GROUPINGS.flatMap((by) => {
    const id = by === 'environment' ? range.environmentId : query[by]
    return id ? [{ by, id }] : []
  })
  return Promise.all(
    set.map(async ({ by, id }) => ({
      by,
      name: GROUPING_NAMES[by],
      value: (await seriesNames(ctx, range, by, [id]))(id).label,
    })),
  )
}
