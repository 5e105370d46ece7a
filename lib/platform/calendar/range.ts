import { DateTime } from 'luxon'
import { z } from 'zod'
import { isOfOurTime, nextHour, startOf, startOfNext } from './calendar'
import { quarterHourOf } from './quarter-hour'
import { zoneOf } from './zone'

export const RANGE_PRESETS = ['today', '24h', '7d', '30d', 'month', '90d'] as const
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
 * Returns the requested span in the team's zone. It ends with the current hour or day, and is at most 366 days long.
 */
export function resolveRange(input: RangeInput, now: Date, timeZone: string): Range {
  const at = DateTime.fromJSDate(now, { zone: zoneOf(timeZone) })
  if ('preset' in input) return presetRange(input.preset, at)
  const first = DateTime.fromISO(input.from, { zone: zoneOf(timeZone) })
  const last = DateTime.fromISO(input.to, { zone: zoneOf(timeZone) })
  if (!isOfOurTime(first) || !isOfOurTime(last)) return presetRange('7d', at)
  const [from, end] = first <= last ? [first, last] : [last, first]
  const to = startOfNext(end, 'day')
  const earliest = startOf(to.minus({ days: MAX_DAYS }), 'day')
  const begin = startOf(from, 'day')
  return { from: begin < earliest ? earliest : begin, to }
}

/** Returns the span of two days; null if they are not in the calendar, in the wrong order, or too far apart. */
export function rangeOfDays(days: RangeDays, now: Date, timeZone: string): Range | null {
  const range = resolveRange(days, now, timeZone)
  const covered = [range.from, range.to.minus({ days: 1 })].map((each) => each.toISODate())
  return covered[0] === days.from && covered[1] === days.to ? range : null
}

/** Explains why two days make no span. */
export const NO_RANGE = `Name days of the calendar, the first one first, at most ${MAX_DAYS} of them.`

function presetRange(preset: RangePreset, at: DateTime): Range {
  const hourEnd = nextHour(at)
  const tomorrow = startOfNext(at, 'day')
  const daysBack = (days: number) => startOf(tomorrow.minus({ days }), 'day')
  switch (preset) {
    case 'today':
      return { from: startOf(at, 'day'), to: tomorrow }
    case '24h':
      return { from: hourEnd.minus({ hours: 24 }), to: hourEnd }
    case '7d':
      return { from: daysBack(7), to: tomorrow }
    case '30d':
      return { from: daysBack(30), to: tomorrow }
    case '90d':
      return { from: daysBack(90), to: tomorrow }
    case 'month':
      return { from: startOf(at, 'month'), to: tomorrow }
  }
}
