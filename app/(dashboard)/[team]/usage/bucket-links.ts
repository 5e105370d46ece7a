import type { PageRange } from '@/app/_server'
import type { SpendReport } from '@/lib/money/usage'
import { QUARTER_HOUR_MS } from '@/lib/platform/calendar'
import { ledgerHref } from './ledger-href'
import type { UsageQuery } from './query'

/** Returns the link of each bar in a chart: to the ledger entries of its bucket, narrowed as the chart is. */
export const bucketLinks = (
  team: string,
  range: PageRange,
  { buckets }: SpendReport,
  query: Partial<UsageQuery>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    buckets.map(({ key, from, to }) => [
      key,
      ledgerHref(team, range, { ...query, after: null, since: isoOf(from), until: isoOf(to) }),
    ]),
  )

const isoOf = (quarterHour: number): string => new Date(quarterHour * QUARTER_HOUR_MS).toISOString()
