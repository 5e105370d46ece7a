import { DateTime, type DurationLike } from 'luxon'
import { QUARTER_HOUR_MS } from './quarter-hour'
import type { Range } from './range'

export const COMPARISONS = ['before', 'year'] as const
/** What a range is compared with: as many days right before it, or the same days of last year. */
export type Comparison = (typeof COMPARISONS)[number]

/**
 * The span of as many days right before a range, and its part until the same time of its last day: so a day that is under
 * way is compared with as much of the day before the range. A range of hours is taken back by hours. With `year` the same
 * days of last year.
 */
export function rangeBefore(
  range: Range,
  now: Date,
  comparison: Comparison = 'before',
): { readonly whole: Range; readonly soFar: Range } {
  const { from, to } = range
  const step = stepBack(range, comparison)
  const begin = from.minus(step)
  const end = comparison === 'before' ? from : to.minus(step)
  const at = Math.min(to.toMillis(), Math.max(from.toMillis(), now.getTime()))
  const sameTime = DateTime.fromMillis(at, { zone: from.zone }).minus(step)
  return {
    whole: { from: begin, to: end },
    soFar: { from: begin, to: DateTime.min(DateTime.max(sameTime, begin), end) },
  }
}

/** Each bucket of a range as far back as what the range is compared with. An hour that the clocks skip there is empty. */
export function bucketsBefore(
  range: Range,
  buckets: readonly { readonly from: number; readonly to: number }[],
  comparison: Comparison,
): { readonly from: number; readonly to: number }[] {
  const step = stepBack(range, comparison)
  const back = (quarterHour: number) =>
    Math.floor(
      DateTime.fromMillis(quarterHour * QUARTER_HOUR_MS, { zone: range.from.zone })
        .minus(step)
        .toMillis() / QUARTER_HOUR_MS,
    )
  let end = Number.NEGATIVE_INFINITY
  return buckets.map((bucket) => {
    // An hour that the clocks show twice comes back twice.
    const from = Math.max(end, back(bucket.from))
    end = Math.max(from, back(bucket.to))
    return { from, to: end }
  })
}

function stepBack({ from, to }: Range, comparison: Comparison): DurationLike {
  if (comparison === 'year') return { years: 1 }
  const days = to.diff(from, 'days').days
  return Number.isInteger(days) ? { days } : { hours: to.diff(from, 'hours').hours }
}
