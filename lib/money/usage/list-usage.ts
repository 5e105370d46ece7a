import {
  type Bucket,
  type BucketStep,
  bucketsBefore,
  bucketsOf,
  type Comparison,
  quarterHoursOf,
  type Range,
  rangeBefore,
} from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { addTo, endSum, isNothing, type MeasureSums, type MutableSums, startSum } from './measure-sums'
import { type CellsQuery, readCells, type UsageCell } from './read-cells'

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
  const buckets = bucketsOf(range, step)
  // The compared period shows only the sums of all members. They are read by member only if `memberOf` leaves some
  // out.
  const ghost =
    comparison === null
      ? null
      : readCells(ctx, bucketsBefore(range, buckets, comparison), {
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
    ...{ buckets, members },
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
      ...{ member, sums: endSum(now), before: isCompared ? endSum(before) : null },
    }))
    .filter(({ sums, before }) => !isNothing(sums) || (before !== null && !isNothing(before)))
}

/** Returns the span from the first bucket's start to the last one's end. */
const wholeOf = (buckets: readonly Bucket[]) => ({
  from: buckets[0]?.from ?? 0,
  to: buckets.at(-1)?.to ?? 0,
})

/** Returns the compared period up to the same time. */
const soFar = (ctx: TeamCtx, range: Range, comparison: Comparison) =>
  quarterHoursOf(rangeBefore(range, ctx.clock.now(), comparison).soFar)

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
