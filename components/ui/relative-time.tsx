'use client'

import { currentTimeZone, formatAgo, formatMoment } from '@/lib/kernel'

interface RelativeTimeProps {
  readonly at: Date
  readonly now: Date
  /** Absent for the shown team's. */
  readonly timeZone?: string
}

/**
 * Shows how long ago, or after a day when, with the exact time as its title. `now` is the server's, so that both renders
 * agree.
 */
export function RelativeTime({ at, now, timeZone = currentTimeZone() }: RelativeTimeProps) {
  return (
    <time dateTime={at.toISOString()} title={`${formatMoment(at, timeZone)} (${timeZone})`}>
      {formatAgo(at, now, timeZone)}
    </time>
  )
}
