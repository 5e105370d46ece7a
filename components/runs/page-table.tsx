import { DataTable, EmptyState } from '@/components/ui'
import { formatCount, formatCredits, formatDuration } from '@/lib/kernel'
import type { EntryView } from '@/lib/ledger'

const OUTCOMES: Record<string, string> = {
  SETTLED: 'Settled',
  FREE: 'Not charged',
  UNKNOWN: 'Unknown: sent, answer lost',
}

/** A run's calls as the ledger has them. */
export function PageTable({ entries }: { readonly entries: readonly EntryView[] }) {
  if (entries.length === 0) return <EmptyState title="No calls yet" />
  const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms))
  return (
    <DataTable
      caption="Calls of this run on the ledger, newest first"
      minWidth={560}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { key: 'page', label: 'Page', isNumeric: true, render: ({ pageNumber }) => formatCount(pageNumber) },
        { key: 'outcome', label: 'Outcome', render: ({ outcome }) => OUTCOMES[outcome] ?? outcome },
        { key: 'items', label: 'Items', isNumeric: true, render: ({ items }) => formatCount(items) },
        {
          key: 'charge',
          label: 'Credits',
          isNumeric: true,
          render: ({ chargeMicro }) => (chargeMicro === null ? '–' : formatCredits(chargeMicro)),
        },
        { key: 'waited', label: 'Waited', isNumeric: true, render: ({ waitedMs }) => duration(waitedMs) },
        { key: 'latency', label: 'Latency', isNumeric: true, render: ({ latencyMs }) => duration(latencyMs) },
      ]}
    />
  )
}
