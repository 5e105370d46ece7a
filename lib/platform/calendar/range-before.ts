import { DateTime, type DurationLike } from 'luxon'
import { QUARTER_HOUR_MS } from './quarter-hour'
import type { Range } from './range'

export const COMPARISONS = ['before', 'year'] as const
/** The basis of a comparison: as many days right before the range, or the same days of last year. */
export type Comparison = (typeof COMPARISONS)[number]

/**
 * Returns the span of as many days right before a range, and its part up to the same time of its last day, so that a
 * day under way is compared with the same part of its counterpart. A range of hours is moved back by hours. With
 * `year` the span is the same days of last year.
 */
export function rangeBefore(
  range: Range,
  now: Date,
  comparison: Comparison = 'before',
): { readonly whole: Range; readonly soFar: Range } {
  const { from, to } = range
  const back = wayBack(range, comparison)
  const begin = back(from)
  const end = comparison === 'before' ? from : back(to)
  const at = Math.min(to.toMillis(), Math.max(from.toMillis(), now.getTime()))
  const sameTime = back(DateTime.fromMillis(at, { zone: from.zone }))
  return {
    whole: { from: begin, to: end },
    soFar: { from: begin, to: DateTime.min(DateTime.max(sameTime, begin), end) },
  }
}

/**
 * Returns each bucket of a range moved back to the span that it is compared with. An hour that the clocks skip there
 * is empty, and so is the 29th of February if last year has none.
 */
export function bucketsBefore(
  range: Range,
  buckets: readonly { readonly from: number; readonly to: number }[],
  comparison: Comparison,
): { readonly from: number; readonly to: number }[] {
  const wayOf = wayBack(range, comparison)
  const back = (quarterHour: number) => {
    const at = DateTime.fromMillis(quarterHour * QUARTER_HOUR_MS, { zone: range.from.zone })
    return Math.floor(wayOf(at).toMillis() / QUARTER_HOUR_MS)
  }
  let end = Number.NEGATIVE_INFINITY
  return buckets.map((bucket) => {
    // An hour that the clocks show twice is moved back twice.
    const from = Math.max(end, back(bucket.from))
    end = Math.max(from, back(bucket.to))
    return { from, to: end }
  })
}

function wayBack(range: Range, comparison: Comparison): (at: DateTime) => DateTime {
  if (comparison === 'year') return lastYear
  const step = lengthOf(range)
  return (at) => at.minus(step)
}

/**
 * Moves back a year. The 29th of February becomes the start of March rather than a second 28th, so that the 28th keeps
 * its own day.
 */
function lastYear(at: DateTime): DateTime {
  const added = at.month === 2 && at.day === 29
  return (added ? at.plus({ days: 1 }).startOf('day') : at).minus({ years: 1 })
}

function lengthOf({ from, to }: Range): DurationLike {
  const days = to.diff(from, 'days').days
  return Number.isInteger(days) ? { days } : { hours: to.diff(from, 'hours').hours }
}
