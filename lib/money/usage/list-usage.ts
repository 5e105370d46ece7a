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
import { addTo, endSum, isNothing, type MeasureSums, startSum, sumAll } from './measure-sums'
import { type CellsQuery, readCells, type UsageCell } from './read-cells'

export interface UsageQuery extends CellsQuery {
  readonly range: Range
  readonly step: BucketStep
  readonly comparison: Comparison | null
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
  /** The sums of a member in each bucket, or of all members together. */
  sumsIn(members: readonly string[] | 'all'): readonly MeasureSums[]
  /** All members together in each bucket, as far back as what is compared with; null without a comparison. */
  readonly before: readonly MeasureSums[] | null
}

/** Every measure of a range, per bucket and member, beside what it is compared with. */
export async function listUsage(ctx: TeamCtx, query: UsageQuery): Promise<UsageReport> {
  const { range, step, comparison } = query
  const buckets = bucketsOf(range, step)
  const many = buckets.length
  const [cells, ghost] = await Promise.all([
    readCells(ctx, comparison === null ? buckets : [...buckets, soFar(ctx, range, comparison)], query),
    // Of that only the sums of all members are shown; a grouping that leaves members out has to tell them apart.
    comparison === null
      ? []
      : readCells(ctx, bucketsBefore(range, buckets, comparison), {
          ...query,
          ...(!query.memberOf && { dimension: 'team' }),
        }),
  ])
  const present = cells.filter(({ bucket }) => bucket < many)
  const [now, before] = [byMember(present), byMember(cells.filter(({ bucket }) => bucket === many))]
  const names = [...new Set([...now.keys(), ...before.keys()])]
  return {
    buckets,
    members: names
      .map((member) => ({
        member,
        sums: sumOf(now.get(member) ?? []),
        before: comparison === null ? null : sumOf(before.get(member) ?? []),
      }))
      .filter(({ sums, before }) => !isNothing(sums) || (before !== null && !isNothing(before))),
    sumsIn: (members) =>
      dense(many, members === 'all' ? [present] : members.map((member) => now.get(member) ?? [])),
    before: comparison === null ? null : dense(many, [ghost]),
  }
}

/** The compared period until the same time. */
const soFar = (ctx: TeamCtx, range: Range, comparison: Comparison) =>
  quarterHoursOf(rangeBefore(range, ctx.clock.now(), comparison).soFar)

function byMember(cells: readonly UsageCell[]): ReadonlyMap<string, readonly UsageCell[]> {
  const members = new Map<string, UsageCell[]>()
  for (const cell of cells) {
    const own = members.get(cell.member)
    if (own) own.push(cell)
    else members.set(cell.member, [cell])
  }
  return members
}

const sumOf = (cells: readonly UsageCell[]): MeasureSums => sumAll(cells.map(({ sums }) => sums))

/** Each bucket's sums of these lists of cells. */
function dense(many: number, lists: readonly (readonly UsageCell[])[]): MeasureSums[] {
  const buckets = Array.from({ length: many }, startSum)
  for (const cells of lists)
    for (const { bucket, sums } of cells) {
      const sum = buckets[bucket]
      if (sum) addTo(sum, sums)
    }
  return buckets.map(endSum)
}
