import type { PageRange } from '@/app/_server'
import { formatDay, formatMoment } from '@/lib/kernel'
import type { UsageQuery } from './query'

/** Returns the span whose calls and runs are listed: the range, or one bar of it. */
export const shownSpan = ({ range }: PageRange, { since, until }: UsageQuery): { from: Date; to: Date } => ({
  from: since ? new Date(since) : range.from.toJSDate(),
  to: until ? new Date(until) : range.to.toJSDate(),
})

/** Describes a span in words: whole days with the last one included, as everywhere; otherwise its moments. */
export function describeSpan({ from, to }: { from: Date; to: Date }, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' })
  const isMidnight = (at: Date) => clock.format(at) === '00:00:00'
  if (!isMidnight(from) || !isMidnight(to))
    return `${formatMoment(from, timeZone)} to ${formatMoment(to, timeZone)}`
  const first = formatDay(from, timeZone)
  const last = formatDay(new Date(to.getTime() - 1), timeZone)
  return first === last ? first : `${first} to ${last}`
}
