import type { Nano } from '@/lib/kernel'
import { type BucketSums, OUTCOMES, type Outcome, type RollupDimension, sumRollups } from '@/lib/money/ledger'
import {
  type Bucket,
  type BucketStep,
  type Comparison,
  comparisonBuckets,
  comparisonRange,
  quarterHoursOf,
  type Range,
  splitIntoBuckets,
} from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { type PageFilter, toRollupFilter } from './spend-filter'

export interface UsageQuery extends Omit<CellsQuery, 'apart'> {
  readonly range: Range
  readonly step: BucketStep
  readonly comparison: Comparison | null
  /**
   * Returns the members to list per bucket; all if absent. A grouping may have thousands of members, of which a chart
   * draws a few.
   */
  drawn?(members: readonly UsageMember[]): readonly string[]
}

/** A member of the grouping: its sums in the range, and in the compared period up to the same time. */
export interface UsageMember {
  readonly member: string
  readonly sums: MeasureSums
  /** Null without a comparison. */
  readonly before: MeasureSums | null
}

export interface UsageReport {
  readonly buckets: readonly Bucket[]
  /** Members with any activity in the range or the compared period, in no order. */
  readonly members: readonly UsageMember[]
  /** Returns the sums of these members, or of all members together, in each bucket. */
  sumsIn(members: readonly string[] | 'all'): readonly MeasureSums[]
  /** Returns the sums of all members but these. If only some members are listed per bucket, these must be those. */
  sumsBeside(members: readonly string[]): readonly MeasureSums[]
  /** Sums of all members together in each bucket of the whole compared period; null without a comparison. */
  readonly before: readonly MeasureSums[] | null
}

/** Returns every measure of a range, per bucket and member, with its comparison. */
export async function listUsage(ctx: TeamCtx, query: UsageQuery): Promise<UsageReport> {
  const { range, step, comparison, drawn } = query
  const buckets = splitIntoBuckets(range, step)
  // The compared period shows only the sums of all members. They are read by member only if `memberOf` leaves some
  // out.
  const ghost =
    comparison === null
      ? null
      : readCells(ctx, comparisonBuckets(range, buckets, comparison), {
          ...query,
          ...(!query.memberOf && { dimension: 'team' }),
        })
  const spans = drawn ? [wholeOf(buckets)] : buckets
  const asked = comparison === null ? spans : [...spans, soFar(ctx, range, comparison)]
  const [cells, before] = await Promise.all([readCells(ctx, asked, query), ghost])
  const members = membersOf(cells, spans.length, comparison !== null)
  const present = drawn
    ? await readCells(ctx, buckets, { ...query, apart: drawn(members) })
    : cells.filter(({ bucket }) => bucket < buckets.length)
  return {
    buckets,
    members,
    sumsIn: (names) => dense(buckets.length, present, names === 'all' ? () => true : isOneOf(names)),
    sumsBeside: (names) => {
      const isNamed = isOneOf(names)
      return dense(buckets.length, present, (member) => !isNamed(member))
    },
    before: before && dense(buckets.length, before, () => true),
  }
}

/** Returns each member's sums in the first `many` buckets and, for the comparison, in the bucket after them. */
function membersOf(cells: readonly UsageCell[], many: number, isCompared: boolean): UsageMember[] {
  const members = new Map<string, { readonly now: MutableSums; readonly before: MutableSums }>()
  for (const { bucket, member, sums } of cells) {
    const known = members.get(member)
    const own = known ?? { now: startSum(), before: startSum() }
    if (!known) members.set(member, own)
    addTo(bucket < many ? own.now : own.before, sums)
  }
  return [...members]
    .map(([member, { now, before }]) => ({
      member,
      sums: endSum(now),
      before: isCompared ? endSum(before) : null,
    }))
    .filter(({ sums, before }) => !isZeroSums(sums) || (before !== null && !isZeroSums(before)))
}

/** Returns the span from the first bucket's start to the last one's end. */
const wholeOf = (buckets: readonly Bucket[]) => ({
  from: buckets[0]?.from ?? 0,
  to: buckets.at(-1)?.to ?? 0,
})

/** Returns the compared period up to the same time. */
const soFar = (ctx: TeamCtx, range: Range, comparison: Comparison) =>
  quarterHoursOf(comparisonRange(range, ctx.clock.now(), comparison).soFar)

const isOneOf = (names: readonly string[]) => {
  const all = new Set(names)
  return (member: string) => all.has(member)
}

/** Sums in each bucket the members that meet a condition. */
function dense(
  many: number,
  cells: readonly UsageCell[],
  isMeant: (member: string) => boolean,
): MeasureSums[] {
  const buckets = Array.from({ length: many }, startSum)
  for (const { bucket, member, sums } of cells) {
    const sum = buckets[bucket]
    if (sum && isMeant(member)) addTo(sum, sums)
  }
  return buckets.map(endSum)
}

/** The sums that every measure of usage is computed from. */
export interface MeasureSums {
  readonly nano: Nano
  readonly items: number
  readonly newItems: number
  readonly pages: number
  readonly unpricedItems: number
  /** Calls that were certainly not charged. */
  readonly frees: number
  /** Number of these calls that the upstream answered with 429. */
  readonly refused: number
  /** Calls whose answer was lost. */
  readonly unknowns: number
  /** Total time that the calls of pages waited for their slots, and that they travelled. */
  readonly waitedMs: number
  readonly latencyMs: number
  /** The part that searches bought, because new items are known only for them. Null if not requested. */
  readonly searched: SearchedSums | null
}

export interface SearchedSums {
  readonly nano: Nano
  readonly items: number
  readonly newItems: number
}

const NO_SEARCHED: SearchedSums = { nano: 0n, items: 0, newItems: 0 }

export const ZERO_SUMS: MeasureSums = {
  nano: 0n,
  items: 0,
  newItems: 0,
  pages: 0,
  unpricedItems: 0,
  frees: 0,
  refused: 0,
  unknowns: 0,
  waitedMs: 0,
  latencyMs: 0,
  searched: NO_SEARCHED,
}

/** Returns the number of calls. A settled call brings one page. */
export const countCalls = ({ pages, frees, unknowns }: MeasureSums): number => pages + frees + unknowns

/**
 * Returns the part of the sums that calls of one outcome contributed. Only a settled call brings items and costs, and
 * a 429 is not charged.
 */
function partOf(outcome: Outcome, sums: MeasureSums): MeasureSums {
  if (outcome === 'SETTLED') return { ...sums, frees: 0, refused: 0, unknowns: 0 }
  const { frees, refused, unknowns } = sums
  return { ...ZERO_SUMS, ...(outcome === 'FREE' ? { frees, refused } : { unknowns }) }
}

/** Returns whether the sums contain neither calls nor spend. */
export const isZeroSums = (sums: MeasureSums): boolean => sums.nano === 0n && countCalls(sums) === 0

/** A sum under construction. */
export type MutableSums = { -readonly [Name in keyof Omit<MeasureSums, 'searched'>]: MeasureSums[Name] } & {
  searchedNano: Nano
  searchedItems: number
  searchedNewItems: number
  /** True if the searches' part is known for everything added so far. */
  isSearchedKnown: boolean
}

/** Returns an empty sum. */
const startSum = (): MutableSums => ({
  nano: 0n,
  items: 0,
  newItems: 0,
  pages: 0,
  unpricedItems: 0,
  frees: 0,
  refused: 0,
  unknowns: 0,
  waitedMs: 0,
  latencyMs: 0,
  searchedNano: 0n,
  searchedItems: 0,
  searchedNewItems: 0,
  isSearchedKnown: true,
})

/**
 * Adds in place, field by field. A year by search has tens of thousands of cells, and a loop over names takes ten
 * times as long.
 */
function addTo(sum: MutableSums, one: MeasureSums): void {
  sum.nano += one.nano
  sum.items += one.items
  sum.newItems += one.newItems
  sum.pages += one.pages
  sum.unpricedItems += one.unpricedItems
  sum.frees += one.frees
  sum.refused += one.refused
  sum.unknowns += one.unknowns
  sum.waitedMs += one.waitedMs
  sum.latencyMs += one.latencyMs
  const { searched } = one
  if (!searched) sum.isSearchedKnown = false
  else {
    sum.searchedNano += searched.nano
    sum.searchedItems += searched.items
    sum.searchedNewItems += searched.newItems
  }
}

/** Completes a sum. The searches' part is known only if it is known for every part. */
const endSum = ({
  searchedNano,
  searchedItems,
  searchedNewItems,
  isSearchedKnown,
  ...sums
}: MutableSums): MeasureSums => ({
  ...sums,
  searched: isSearchedKnown ? { nano: searchedNano, items: searchedItems, newItems: searchedNewItems } : null,
})

/** Adds up all of these sums. */
export function addSums(all: Iterable<MeasureSums>): MeasureSums {
  const sum = startSum()
  for (const one of all) addTo(sum, one)
  return endSum(sum)
}

/** Converts a cell to sums. Without spreads, because they are slow for as many cells. */
const sumsOfCell = (cell: BucketSums, searched: SearchedSums | null): MeasureSums => ({
  nano: cell.chargeNano,
  items: cell.items,
  newItems: cell.newItems,
  pages: cell.pages,
  unpricedItems: cell.unpricedItems,
  frees: cell.frees,
  refused: cell.refused,
  unknowns: cell.unknowns,
  waitedMs: cell.waitedMs,
  latencyMs: cell.latencyMs,
  searched,
})

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
async function readCells(
  ctx: TeamCtx,
  buckets: readonly { readonly from: number; readonly to: number }[],
  query: CellsQuery,
): Promise<UsageCell[]> {
  const { needsSearched, memberOf = same } = query
  const dimension = query.dimension === 'outcome' ? 'team' : query.dimension
  const filter = toRollupFilter(query)
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
    .filter(({ sums }) => !isZeroSums(sums))
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
