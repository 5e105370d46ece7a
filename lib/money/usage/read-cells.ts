import { type BucketSums, OUTCOMES, type Outcome, type RollupDimension, sumRollups } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import {
  isNothing,
  type MeasureSums,
  NO_SEARCHED,
  partOf,
  type SearchedSums,
  sumsOfCell,
} from './measure-sums'
import { type PageFilter, rollupFilterOf } from './spend-filter'

/** Grouping and filters of a question for usage. */
export interface CellsQuery extends PageFilter {
  /** `outcome` splits each bucket's sums, which hold every measure by outcome. */
  readonly dimension: Exclude<RollupDimension, 'line'> | 'outcome'
  /** Only calls that ended in this way; null or absent for all. */
  readonly outcome?: Outcome | null
  /** Returns the name under which members of the dimension are combined; null leaves a member out. */
  memberOf?(member: string): string | null
  /**
   * True if the searches' part is needed even where the sums of days do not contain it. The quarter hours of the range
   * are then read, as for two filters.
   */
  readonly needsSearched: boolean
  /**
   * Members to list separately; the others are combined. If absent, all are listed. Not valid together with
   * `memberOf`.
   */
  readonly apart?: readonly string[]
}

/** The sums of one member in one bucket. */
export interface UsageCell {
  readonly bucket: number
  readonly member: string
  readonly sums: MeasureSums
}

/** Filter of the calls without a search. What a service or a test buys is compared with nothing. */
const NO_SEARCH = ''

/**
 * Returns every measure per bucket and member, from the sums of days if they can answer it, else from quarter hours.
 */
export async function readCells(
  ctx: TeamCtx,
  buckets: readonly { readonly from: number; readonly to: number }[],
  query: CellsQuery,
): Promise<UsageCell[]> {
  const { needsSearched, memberOf = same } = query
  const dimension = query.dimension === 'outcome' ? 'team' : query.dimension
  const filter = rollupFilterOf(query)
  const isOfSearches = dimension === 'searchId' || filter.searchId !== undefined
  const isTold = isOfSearches || needsSearched || Object.keys(filter).length === 0
  // Calls without a search stay separate, because they are compared with nothing.
  const apart = query.apart && [...new Set([...query.apart, NO_SEARCH])]
  const [cells, others] = await Promise.all([
    sumRollups(ctx, buckets, dimension, filter, apart),
    isOfSearches || !isTold
      ? []
      : sumRollups(ctx, buckets, dimension, { ...filter, searchId: NO_SEARCH }, apart),
  ])
  const unsearched = new Map(others.map((cell) => [nameOf(cell), cell]))
  const searchedIn = (cell: BucketSums): SearchedSums | null => {
    if (!isTold) return null
    if (dimension === 'searchId' && cell.member === NO_SEARCH) return NO_SEARCHED
    return less(cell, others.length === 0 ? undefined : unsearched.get(nameOf(cell)))
  }
  const placed: UsageCell[] = []
  for (const cell of cells) {
    const member = memberOf(cell.member)
    if (member === null) continue
    placed.push({ bucket: cell.bucket, member, sums: sumsOfCell(cell, searchedIn(cell)) })
  }
  return query.outcome || query.dimension === 'outcome'
    ? placed.flatMap((cell) => byOutcome(cell, query))
    : placed
}

/** Splits a cell by the requested outcomes. If grouped by outcome, each becomes a cell of its own. */
function byOutcome(cell: UsageCell, { dimension, outcome: only }: CellsQuery): UsageCell[] {
  if (only && dimension !== 'outcome') return [{ ...cell, sums: partOf(only, cell.sums) }]
  return OUTCOMES.filter((outcome) => !only || outcome === only)
    .map((outcome) => ({ ...cell, member: outcome, sums: partOf(outcome, cell.sums) }))
    .filter(({ sums }) => !isNothing(sums))
}

const same = (member: string): string => member

const nameOf = ({ bucket, member }: BucketSums): string => `${bucket} ${member}`

/** Subtracts sums. The two are read one after the other, so a booking in between must not make a part negative. */
function less(all: BucketSums, other: BucketSums | undefined): SearchedSums {
  if (!other) return { nano: all.chargeNano, items: all.items, newItems: all.newItems }
  return {
    nano: other.chargeNano > all.chargeNano ? 0n : all.chargeNano - other.chargeNano,
    items: Math.max(0, all.items - other.items),
    newItems: Math.max(0, all.newItems - other.newItems),
  }
}
