import { DateTime } from 'luxon'
import type { Range } from './range'

/**
 * The span of as many days right before a range, and its part until the same time of its last day: so a day that is under
 * way is compared with as much of the day before the range. A range of hours is taken back by hours.
 */
export function rangeBefore(
  { from, to }: Range,
  now: Date,
): { readonly whole: Range; readonly soFar: Range } {
  const days = to.diff(from, 'days').days
  const step = Number.isInteger(days) ? { days } : { hours: to.diff(from, 'hours').hours }
  const begin = from.minus(step)
  const at = Math.min(to.toMillis(), Math.max(from.toMillis(), now.getTime()))
  const sameTime = DateTime.fromMillis(at, { zone: from.zone }).minus(step)
  return {
    whole: { from: begin, to: from },
    soFar: { from: begin, to: DateTime.min(DateTime.max(sameTime, begin), from) },
  }
}
