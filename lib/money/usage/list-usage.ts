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
   * Which members are asked for bucket by bucket; absent for all. A grouping has up to thousands of members, and a chart
   * draws a few of them.
   */
  drawn?(members: readonly UsageMember[]): readonly string[]
}

/** A member of the grouping: what it did in the range, and until the same time of what that is compared with. */
export interface UsageMember {
  readonly member: string
  readonly sums: MeasureSums
  /** Null without a comparison. */
  readonly before: MeasureSums | null
}

export interface UsageReport {
  readonly buckets: readonly Bucket[]
  /** Those that did anything in the range or before, in no order. */
  readonly members: readonly UsageMember[]
  /** The sums of these members in each bucket, or of all members together. */
  sumsIn(members: readonly string[] | 'all'): readonly MeasureSums[]
  /** The same of all members but these, which have to be those that are drawn where not all are asked for. */
  sumsBeside(members: readonly string[]): readonly MeasureSums[]
  /** All members together in each bucket, as far back as what is compared with; null without a comparison. */
  readonly before: readonly MeasureSums[] | null
}

/** Every measure of a range, per bucket and member, beside what it is compared with. */
export async function listUsage(ctx: TeamCtx, query: UsageQuery): Promise<UsageReport> {
  const { range, step, comparison, drawn } = query
  const buckets = bucketsOf(range, step)
  // Of what is compared with, only the sums of all members are shown; a grouping that leaves some out has to tell them apart.
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

/** What each member did in the first so many buckets, and in the next one, which is what that is compared with. */
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

/** From the first one's begin to the last one's end. */
const wholeOf = (buckets: readonly Bucket[]) => ({
  from: buckets[0]?.from ?? 0,
  to: buckets.at(-1)?.to ?? 0,
})

/** The compared period until the same time. */
const soFar = (ctx: TeamCtx, range: Range, comparison: Comparison) =>
  quarterHoursOf(rangeBefore(range, ctx.clock.now(), comparison).soFar)

const isOneOf = (names: readonly string[]) => {
  const all = new Set(names)
  return (member: string) => all.has(member)
}

/** The sums in each bucket of those members whom a condition holds for. */
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
