import type { PageRange } from '@/app/_server'
import { sharesOf, type UsageRow } from '@/components/usage'
import { compareSpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { DIMENSIONS, MEMBERS } from './dimensions'
import type { UsageQuery } from './query'
import { seriesNames } from './series-names'
import { usageFilter } from './usage-filter'

/** The rows of the page's table, and of its file: what is gone now is shown only beside the period before. */
export async function usageRows(ctx: TeamCtx, range: PageRange, query: UsageQuery): Promise<UsageRow[]> {
  const memberOf = MEMBERS[query.by]
  const read = await compareSpend(ctx, {
    range: range.range,
    dimension: DIMENSIONS[query.by],
    ...usageFilter(range, query),
    ...(memberOf && { memberOf }),
  })
  const parts = query.compare
    ? read
    : read.filter(({ nano, items, unknowns }) => nano > 0n || items + unknowns > 0)
  const nameOf = await seriesNames(
    ctx,
    range,
    query.by,
    parts.map(({ member }) => member),
  )
  const shares = sharesOf(
    parts.map(({ nano, items, unpricedItems }) => ({
      totalChargeNano: nano,
      totalItems: items,
      totalUnpricedItems: unpricedItems,
    })),
  )
  return parts.map((part, place) => ({
    ...part,
    name: nameOf(part.member).label,
    share: shares[place] ?? 0,
  }))
}
