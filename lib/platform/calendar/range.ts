import { DateTime, type DurationLike } from 'luxon'
import { z } from 'zod'
import {
  isSupportedDate,
  nextHour,
  QUARTER_HOUR_MS,
  quarterHourOf,
  startOfNextUnit,
  startOfUnit,
  toLuxonZone,
} from './calendar'

export const RANGE_PRESETS = ['today', '24h', '7d', '30d', 'month', 'last-month', '90d'] as const
export type RangePreset = (typeof RANGE_PRESETS)[number]

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** Input of a span of time as the URL writes it: a preset, or two days of the team's zone, both included. */
export const rangeInput = z.union([
  z.object({ from: day, to: day }),
  z.object({ preset: z.enum(RANGE_PRESETS).default('7d') }),
])
export type RangeInput = z.output<typeof rangeInput>
type RangeDays = Extract<RangeInput, { readonly from: string }>

/** A half-open span of time in a zone. */
export interface Range {
  readonly from: DateTime
  readonly to: DateTime
}

/** Returns the quarter hours of a range, also half-open. */
export const quarterHoursOf = ({ from, to }: Range): { readonly from: number; readonly to: number } => ({
  from: quarterHourOf(from.toJSDate()),
  to: quarterHourOf(to.toJSDate()),
})

/** Maximum number of days in a range. */
const MAX_DAYS = 366

/**
 * Returns the requested span in the team's zone. A preset ends with the current hour or day, or is the whole month
 * before; days are at most 366.
 */
export function resolveRange(input: RangeInput, now: Date, timeZone: string): Range {
  const at = DateTime.fromJSDate(now, { zone: toLuxonZone(timeZone) })
  if ('preset' in input) return presetRange(input.preset, at)
  const first = DateTime.fromISO(input.from, { zone: toLuxonZone(timeZone) })
  const last = DateTime.fromISO(input.to, { zone: toLuxonZone(timeZone) })
  if (!isSupportedDate(first) || !isSupportedDate(last)) return presetRange('7d', at)
  const [from, end] = first <= last ? [first, last] : [last, first]
  const to = startOfNextUnit(end, 'day')
  const earliest = startOfUnit(to.minus({ days: MAX_DAYS }), 'day')
  const begin = startOfUnit(from, 'day')
  return { from: begin < earliest ? earliest : begin, to }
}

/** Returns the span of two days; null if they are not in the calendar, in the wrong order, or too far apart. */
export function rangeFromDays(days: RangeDays, now: Date, timeZone: string): Range | null {
  const range = resolveRange(days, now, timeZone)
  const covered = [range.from, range.to.minus({ days: 1 })].map((each) => each.toISODate())
  return covered[0] === days.from && covered[1] === days.to ? range : null
}

/** Explains why two days make no span. */
export const INVALID_RANGE_MESSAGE = `Name days of the calendar, the first one first, at most ${MAX_DAYS} of them.`

function presetRange(preset: RangePreset, at: DateTime): Range {
  const hourEnd = nextHour(at)
  const tomorrow = startOfNextUnit(at, 'day')
  const daysBack = (days: number) => startOfUnit(tomorrow.minus({ days }), 'day')
  switch (preset) {
    case 'today':
      return { from: startOfUnit(at, 'day'), to: tomorrow }
    case '24h':
      return { from: hourEnd.minus({ hours: 24 }), to: hourEnd }
    case '7d':
      return { from: daysBack(7), to: tomorrow }
    case '30d':
      return { from: daysBack(30), to: tomorrow }
    case '90d':
      return { from: daysBack(90), to: tomorrow }
    case 'month':
      return { from: startOfUnit(at, 'month'), to: tomorrow }
    case 'last-month':
      return {
        from: startOfUnit(at.startOf('month').minus({ months: 1 }), 'month'),
        to: startOfUnit(at, 'month'),
      }
  }
}

export const COMPARISONS = ['before', 'year'] as const
/** The basis of a comparison: as many days right before the range, or the same days of last year. */
export type Comparison = (typeof COMPARISONS)[number]

/**
 * Returns the span of as many days right before a range, and its part up to the same time of its last day, so that a
 * day in progress is compared with the same part of its counterpart. A range of hours is moved back by hours. With
 * `year` the span is the same days of last year.
 */
export function comparisonRange(
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
export function comparisonBuckets(
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
