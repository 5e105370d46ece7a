import type { PageRange } from '@/app/_server'
import { type Bucket, dayOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { ledgerHref } from './ledger-href'
import type { UsageQuery } from './query'

/** Returns the chart's bars as links: each bar's start and end, and its first and last day in the usage time zone. */
export function barsOf(team: string, range: PageRange, query: UsageQuery, buckets: readonly Bucket[]) {
  const dayAt = (ms: number) => dayOf(new Date(ms), range.timeZone).date
  const spans = buckets.map(({ from, to }) => [momentOf(from), momentOf(to)] as const)
  return {
    href: ledgerHref(team, range, { ...query, after: null, since: null, until: null }),
    spans,
    days: spans.map(([from, to]) => [dayAt(from), dayAt(to - 1)] as const),
  }
}

const momentOf = (quarterHour: number): number => startOfQuarterHour(quarterHour).getTime()
