'use client'

import { formatAgo, formatMoment } from '@/lib/kernel'

/**
 * Shows how long ago, with the exact time in the team's zone as its title. `now` is the server's, so that both renders
 * agree.
 */
export function RelativeTime(props: { readonly at: Date; readonly now: Date; readonly timeZone: string }) {
  const exact = `${formatMoment(props.at, props.timeZone)} (${props.timeZone})`
  return (
    <time dateTime={props.at.toISOString()} title={exact}>
      {formatAgo(props.at, props.now)}
    </time>
  )
}
