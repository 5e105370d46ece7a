import type { PageRange } from '@/app/_server'
import { type RollupDimension, sumRollups } from '@/lib/money/ledger'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** How many calls of the range lost their answer, for each member of the grouping that called at all. */
export async function unknownCallsBy(
  ctx: TeamCtx,
  { range, environmentId }: PageRange,
  dimension: RollupDimension,
): Promise<Readonly<Record<string, number>>> {
  const whole = { from: quarterHourOf(range.from.toJSDate()), to: quarterHourOf(range.to.toJSDate()) }
  const sums = await sumRollups(ctx, [whole], dimension, environmentId ? { environmentId } : {})
  return Object.fromEntries(sums.map(({ member, unknowns }) => [member, unknowns]))
}
