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

/** What usage is asked by. */
export interface CellsQuery extends PageFilter {
  /** By outcome each bucket's sums are taken apart: they tell it of each measure. */
  readonly dimension: Exclude<RollupDimension, 'line'> | 'outcome'
  /** Only calls that ended so; null or absent for all. */
  readonly outcome?: Outcome | null
  /** Puts members of the dimension together under one name, or leaves them out by null. */
  memberOf?(member: string): string | null
  /**
   * Whether what searches bought is told apart even where the sums of days do not know it: then the quarter hours of the
   * range are read, as for two filters.
   */
  readonly needsSearched: boolean
  /** Only these members are told apart, the others are one; absent for all. Not beside `memberOf`. */
  readonly apart?: readonly string[]
}

/** What happened in one bucket for one member. */
export interface UsageCell {
  readonly bucket: number
  readonly member: string
  readonly sums: MeasureSums
}

/** The searches' own sums; what a service or a test buys is compared with nothing. */
const NO_SEARCH = ''

/** Every measure per bucket and member, from the sums of days where they answer it, else from the quarter hours. */
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
  // What no search bought stays apart: it is compared with nothing.
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

/** What a cell says of the outcomes that are asked for: in cells of their own where it is grouped by them. */
function byOutcome(cell: UsageCell, { dimension, outcome: only }: CellsQuery): UsageCell[] {
  if (only && dimension !== 'outcome') return [{ ...cell, sums: partOf(only, cell.sums) }]
  return OUTCOMES.filter((outcome) => !only || outcome === only)
    .map((outcome) => ({ ...cell, member: outcome, sums: partOf(outcome, cell.sums) }))
    .filter(({ sums }) => !isNothing(sums))
}

const same = (member: string): string => member

const nameOf = ({ bucket, member }: BucketSums): string => `${bucket} ${member}`

/** The two are read one after the other: what is booked between them must not make a part negative. */
function less(all: BucketSums, other: BucketSums | undefined): SearchedSums {
  if (!other) return { nano: all.chargeNano, items: all.items, newItems: all.newItems }
  return {
    nano: other.chargeNano > all.chargeNano ? 0n : all.chargeNano - other.chargeNano,
    items: Math.max(0, all.items - other.items),
    newItems: Math.max(0, all.newItems - other.newItems),
  }
}
