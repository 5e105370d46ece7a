import { QUARTER_MS } from '@/lib/ledger'
import type { SpendReport } from '@/lib/spend'

/** Where each bar of a chart leads: to the ledger entries of its bucket. */
export function bucketLinks(
  team: string,
  { buckets }: SpendReport,
  environmentId: string | null,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    buckets.map(({ key, from, to }) => {
      const query = new URLSearchParams({ since: isoOf(from), until: isoOf(to) })
      if (environmentId) query.set('environment', environmentId)
      return [key, `/${team}/usage?${query}#ledger`]
    }),
  )
}

const isoOf = (quarter: number): string => new Date(quarter * QUARTER_MS).toISOString()
