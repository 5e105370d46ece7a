import type { DateTime } from 'luxon'
import { currentConventions, formatDay, formatShortDay, formatShortMoment, formatTime } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import { nextHour, QUARTER_HOUR_MS, startOfNextUnit } from './calendar'
import type { Range } from './range'

export const BUCKET_STEPS = ['hour', 'day', 'week', 'month'] as const
export type BucketStep = (typeof BUCKET_STEPS)[number]
/** A step that a range chooses by itself. */
type UsualStep = Exclude<BucketStep, 'month'>

export interface Bucket {
  /** ISO moment at which it begins, in the team's zone. */
  readonly key: string
  readonly label: string
  readonly title: string
  /** Half-open range of quarter hours since the epoch. */
  readonly from: number
  readonly to: number
}

const HOUR_BUCKETS_UNTIL_DAYS = 2
const DAY_BUCKETS_UNTIL_DAYS = 120

/**
 * Returns the usual step of a range: hours up to two days, days up to four months, weeks beyond; at most 120 points a
 * chart.
 */
export function defaultBucketStep({ from, to }: Range): UsualStep {
  const days = to.diff(from, 'days').days
  if (days <= HOUR_BUCKETS_UNTIL_DAYS) return 'hour'
  return days <= DAY_BUCKETS_UNTIL_DAYS ? 'day' : 'week'
}

/** Maximum number of days that each step can divide, so that a chart has at most about 400 points a series. */
const MAX_DAYS: Readonly<Record<BucketStep, number>> = {
  hour: 16,
  day: 400,
  week: Number.POSITIVE_INFINITY,
  month: Number.POSITIVE_INFINITY,
}

/** Returns the steps into which a range can be divided. A step longer than the range gives one bucket. */
export const possibleBucketSteps = ({ from, to }: Range): readonly BucketStep[] =>
  BUCKET_STEPS.filter((step) => to.diff(from, 'days').days <= MAX_DAYS[step])

/**
 * Buckets by range and conventions. Writing the labels of a season takes some ten milliseconds, and most viewers
 * choose one of a few ranges.
 */
const known = createCache<readonly Bucket[]>({ max: 100 })

/**
 * Splits a range into hours, days, weeks or months of its zone, without a gap. A day of 23 or 25 hours is one day, and
 * a day of a half-hour zone begins at its own midnight.
 */
export function splitIntoBuckets(range: Range, step: BucketStep): readonly Bucket[] {
  const { from, to } = range
  const { isMonthFirst, hasTwelveHours } = currentConventions()
  const way = `${isMonthFirst} ${hasTwelveHours}`
  const name = `${from.toMillis()} ${to.toMillis()} ${from.zoneName} ${step} ${way}`
  const buckets = known.get(name) ?? splitRange(range, step)
  known.set(name, buckets)
  return buckets
}

function splitRange(range: Range, step: BucketStep): Bucket[] {
  const buckets: Bucket[] = []
  const isLong = range.to.diff(range.from, 'days').days > HOUR_BUCKETS_UNTIL_DAYS
  for (let start = range.from; start < range.to; ) {
    const following = step === 'hour' ? nextHour(start) : startOfNextUnit(start, step)
    const end = following > range.to ? range.to : following
    buckets.push({
      key: start.toISO() ?? '',
      label: labelOf(start, step, isLong),
      title: titleOf(start, end, step),
      from: quarterHourAt(start),
      to: quarterHourAt(end),
    })
    start = end
  }
  return buckets
}

const quarterHourAt = (at: DateTime): number => Math.floor(at.toMillis() / QUARTER_HOUR_MS)

/** Labels a bucket. An hour in a range of several days also names its day. */
function labelOf(start: DateTime, step: BucketStep, isLong: boolean): string {
  if (step === 'hour') return written(isLong ? formatShortMoment : formatTime, start)
  return step === 'month' ? start.toFormat('LLL yyyy') : written(formatShortDay, start)
}

function titleOf(start: DateTime, end: DateTime, step: BucketStep): string {
  const day = `${start.toFormat('ccc')} ${written(formatDay, start)}`
  if (step === 'hour') return `${day}, ${written(formatTime, start)}–${written(formatTime, end)}`
  if (step === 'day') return day
  if (step === 'month' && start.day === 1 && startOfNextUnit(start, 'month') <= end)
    return start.toFormat('LLLL yyyy')
  return `${written(formatShortDay, start)} – ${written(formatDay, end.minus({ days: 1 }))}`
}

const written = (format: (at: Date, timeZone: string) => string, at: DateTime): string =>
  format(at.toJSDate(), at.zoneName ?? 'UTC')
