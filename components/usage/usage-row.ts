import type { UsageMember } from '@/lib/money/usage'
import type { MeasureName } from './measure-names'
import { MEASURE } from './measures'

/** A part of the range's usage, with its name. */
export interface UsageRow extends UsageMember {
  readonly name: string
  /** Its fraction of the whole by the measure, 0 to 1; null for a mean, whose parts do not add up. */
  readonly share: number | null
}

/** Returns members as rows, largest first; those whose figure is not known last. */
export function usageRowsOf(
  members: readonly UsageMember[],
  measure: MeasureName,
  nameOf: (member: string) => string,
): UsageRow[] {
  const { figure, isMean } = MEASURE[measure]
  const sized = members.map((each) => ({ each, size: figure(each.sums)?.size ?? null }))
  // By items, which are always known, if some have no price.
  const isByItems = measure === 'credits' && members.some(({ sums }) => sums.unpricedItems > 0)
  const partOf = ({ each, size }: (typeof sized)[number]) => (isByItems ? each.sums.items : (size ?? 0))
  const whole = sized.reduce((sum, one) => sum + partOf(one), 0)
  return sized
    .toSorted((a, b) => (b.size ?? -1) - (a.size ?? -1) || b.each.sums.items - a.each.sums.items)
    .map((one) => ({
      ...one.each,
      name: nameOf(one.each.member),
      share: isMean ? null : whole === 0 ? 0 : partOf(one) / whole,
    }))
}
